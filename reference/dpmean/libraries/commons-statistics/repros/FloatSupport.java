// Reproduces: around location 0 a quarter of the draws is no multiple of 2^-53, around location 1 none is, so such a draw tells
// the two neighbours apart for certain. Rests on draws: wrong with probability below 1e-100. Exit 0 when reproduced.
import java.security.SecureRandom;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.LaplaceDistribution;

public final class FloatSupport {
    private static final int DRAWS = 40_000;

    private static int off(double location) {
        ContinuousDistribution.Sampler sampler = LaplaceDistribution.of(location, 1).createSampler(new SecureRandom()::nextLong);
        int count = 0;
        for (int i = 0; i < DRAWS; i++) {
            double scaled = Math.scalb(sampler.sample(), 53);
            count += scaled != Math.rint(scaled) ? 1 : 0;
        }
        return count;
    }

    public static void main(String[] words) {
        int zero = off(0);
        int one = off(1);
        System.out.println("no multiple of 2^-53: " + zero + " of " + DRAWS + " draws around 0, " + one + " around 1");
        System.exit(zero > DRAWS / 10 && one == 0 ? 0 : 1);
    }
}
