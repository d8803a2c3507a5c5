// Reproduces: with two records and epsilon 1, the mean 7/8 is not exceeded in about 0.54 of the releases of BoundedMean, where
// two independent Laplace variables give 0.634. The difference is the documented noisy count of at least 1, which
// is post-processing: no loss of privacy. Rests on draws: wrong with probability below 1e-20. Exit 0 when reproduced.
import com.google.privacy.differentialprivacy.BoundedMean;
import java.util.List;

public final class TwoRecords {
    private static final int RELEASES = 20000;

    public static void main(String[] words) {
        int count = 0;
        for (int i = 0; i < RELEASES; i++) {
            BoundedMean.Params.Builder builder = BoundedMean.builder().epsilon(1).lower(0).upper(1);
            BoundedMean mean = builder.maxPartitionsContributed(1).maxContributionsPerPartition(1).build();
            mean.addEntries(List.of(0.75, 1.0));
            if (mean.computeResult() <= 0.875) {
                count++;
            }
        }
        String expected = "two Laplace variables and no clamp give about " + RELEASES * 634 / 1000;
        System.out.println("at most 7/8 in " + count + " of " + RELEASES + " releases; " + expected);
        System.exit(count >= RELEASES * 50 / 100 && count <= RELEASES * 59 / 100 ? 0 : 1);
    }
}
