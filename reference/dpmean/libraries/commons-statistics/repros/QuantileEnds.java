// Reproduces: LaplaceDistribution answers the infinities for the quantiles at 0 and 1, as its interface documents. Exit 0 when it does.
import org.apache.commons.statistics.distribution.LaplaceDistribution;

public final class QuantileEnds {
    public static void main(String[] words) {
        LaplaceDistribution law = LaplaceDistribution.of(0, 1);
        double low = law.inverseCumulativeProbability(0);
        double high = law.inverseCumulativeProbability(1);
        System.out.println("the quantiles at 0 and 1 are " + low + " and " + high);
        System.exit(low == Double.NEGATIVE_INFINITY && high == Double.POSITIVE_INFINITY ? 0 : 1);
    }
}
