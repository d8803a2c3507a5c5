// Reproduces: BoundedMean adds the records in doubles, so that the mean of 2^53, 1 and -2^53 is 0 without any noise, in one
// order, and 1/3 in another. Exit 0 when reproduced.
import com.google.privacy.differentialprivacy.BoundedMean;
import com.google.privacy.differentialprivacy.ConfidenceInterval;
import com.google.privacy.differentialprivacy.Noise;
import com.google.privacy.differentialprivacy.proto.SummaryOuterClass.MechanismType;
import java.util.List;

public final class SumOrder {
    private record None() implements Noise {
        @Override
        public double addNoise(double x, int l0, double lInf, double epsilon, double delta) {
            return x;
        }

        @Override
        public long addNoise(long x, int l0, long lInf, double epsilon, double delta) {
            return x;
        }

        @Override
        public MechanismType getMechanismType() {
            return MechanismType.LAPLACE;
        }

        @Override
        public ConfidenceInterval computeConfidenceInterval(double x, int l0, double lInf, double epsilon, Double delta, double alpha) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ConfidenceInterval computeConfidenceInterval(long x, int l0, long lInf, double epsilon, Double delta, double alpha) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double computeQuantile(double rank, double x, int l0, double lInf, double epsilon, Double delta) {
            throw new UnsupportedOperationException();
        }
    }

    private static double of(Double... records) {
        double bound = Math.scalb(1.0, 53);
        BoundedMean.Params.Builder builder = BoundedMean.builder().epsilon(1).lower(-bound).upper(bound).noise(new None());
        BoundedMean mean = builder.maxPartitionsContributed(1).maxContributionsPerPartition(3).build();
        mean.addEntries(List.of(records));
        return mean.computeResult();
    }

    public static void main(String[] words) {
        double big = Math.scalb(1.0, 53);
        double lost = of(big, 1.0, -big);
        double kept = of(big, -big, 1.0);
        System.out.println("the mean of 2^53, 1, -2^53 is " + lost + " and of 2^53, -2^53, 1 it is " + kept);
        System.exit(lost == 0 && kept != 0 ? 0 : 1);
    }
}
