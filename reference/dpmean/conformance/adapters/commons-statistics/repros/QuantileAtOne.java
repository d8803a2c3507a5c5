// Reproduces: LaplaceDistribution answers infinity for the quantile at 1, as its interface documents. Exit 0 when it does.
import org.apache.commons.statistics.distribution.LaplaceDistribution;

public final class QuantileAtOne {
    public static void main(String[] words) {
        double value = LaplaceDistribution.of(0, 1).inverseCumulativeProbability(1);
        System.out.println("the quantile at 1 is " + value);
        System.exit(value == Double.POSITIVE_INFINITY ? 0 : 1);
    }
}
