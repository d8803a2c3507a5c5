// Reproduces: BoundedMean documents that it sets a noisy count below 1 to 1. With the sum's noise -1/2 and the count's noise -3,
// the three records 0, 1/2, 1 (sum of the records less 1/2: 0) give 1/2 + (-1/2)/1 = 0. Algorithm 2, as printed, divides by the
// noisy count, which is 0 here: it has no quotient, and the midpoint 1/2 is returned. Exit 0 when reproduced.
import com.google.privacy.differentialprivacy.BoundedMean;
import com.google.privacy.differentialprivacy.ConfidenceInterval;
import com.google.privacy.differentialprivacy.Noise;
import com.google.privacy.differentialprivacy.proto.SummaryOuterClass.MechanismType;
import java.util.List;

public final class SmallCount {
    private record Given() implements Noise {
        @Override
        public double addNoise(double x, int l0, double lInf, double epsilon, double delta) {
            return x - 0.5;
        }

        @Override
        public long addNoise(long x, int l0, long lInf, double epsilon, double delta) {
            return x - 3;
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

    public static void main(String[] words) {
        BoundedMean.Params.Builder builder = BoundedMean.builder().epsilon(1).lower(0).upper(1).noise(new Given());
        BoundedMean mean = builder.maxPartitionsContributed(1).maxContributionsPerPartition(1).build();
        mean.addEntries(List.of(0.0, 0.5, 1.0));
        double result = mean.computeResult();
        System.out.println("noisy count 0 noisy sum -0.5: the mean is " + result + " and not the midpoint 0.5");
        System.exit(result == 0.0 ? 0 : 1);
    }
}
