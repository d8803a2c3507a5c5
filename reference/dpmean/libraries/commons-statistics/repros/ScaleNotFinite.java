// Reproduces: LaplaceDistribution accepts a NaN and an infinite scale (it refuses 0), and draws NaN and infinities. Exit 0 when it does.
import java.security.SecureRandom;
import org.apache.commons.statistics.distribution.LaplaceDistribution;

public final class ScaleNotFinite {
    private static double draw(double scale) {
        return LaplaceDistribution.of(0, scale).createSampler(new SecureRandom()::nextLong).sample();
    }

    public static void main(String[] words) {
        double none = draw(Double.NaN);
        double infinite = draw(Double.POSITIVE_INFINITY);
        System.out.println("scale NaN draws " + none + ", scale Infinity draws " + infinite);
        System.exit(Double.isNaN(none) && Double.isInfinite(infinite) ? 0 : 1);
    }
}
