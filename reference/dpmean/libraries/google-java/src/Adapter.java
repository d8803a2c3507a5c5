import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.privacy.differentialprivacy.BoundedMean;
import com.google.privacy.differentialprivacy.ConfidenceInterval;
import com.google.privacy.differentialprivacy.DiscreteLaplaceNoise;
import com.google.privacy.differentialprivacy.LaplaceNoise;
import com.google.privacy.differentialprivacy.Noise;
import com.google.privacy.differentialprivacy.proto.SummaryOuterClass.MechanismType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Conformance adapter (protocol 1, JSON lines on stdio) for the Java part of Google's differential privacy library, 4.1.0.
 *
 * <p>What is judged, always through the public API and in binary64, wrong answers included:
 *
 * <ul>
 *   <li>laplace: new LaplaceNoise().addNoise(center, 1, sensitivity, epsilon, 0); `cdf` = cumulativeDensity, `quantile` =
 *       computeQuantile, both around 0; `tail` is twice the cumulativeDensity at -x, the law being symmetric.
 *   <li>discrete_laplace: new DiscreteLaplaceNoise().addNoise, "Adds Discrete Laplace noise to the integer x"; the class has
 *       nothing else. Its sensitivity is a long.
 *   <li>bounded_mean: BoundedMean, one contribution per privacy unit: "dividing a noisy sum of the entries by a noisy count",
 *       each entry less "the middle of the input range", half of epsilon on each; the count's noise is an integer, and "we set
 *       the noisy count to 1" where it is less; the result is clamped to the bounds. In a transcript the noise is a Noise of
 *       this file, which adds the given draws.
 * </ul>
 *
 * <p>Relation: add or remove one privacy unit, as in common_docs/Delta_For_Thresholding.pdf of the library's repository ("two
 * histograms that differ by one ID").
 *
 * <p>Grid: common_docs/Secure_Noise_Generation.pdf puts outputs on multiples of the least power of two that is at least 2^-40
 * times the scale. Where that is coarser than 2^-40 times the scale, the reply to a stat request declares it.
 *
 * <p>Translation: a double is all the library takes ("numbers" is empty); `decay` becomes epsilon = -ln(decay); what cannot be
 * spelled as the argument's type cannot be handed over: unsupported. What the library throws is "rejected"; a mistake of
 * this file is "error".
 */
public final class Adapter {
    private static final String VERSION = "4.1.0";
    private static final Gson GSON = new Gson();
    private static final LaplaceNoise LAPLACE = new LaplaceNoise();
    private static final DiscreteLaplaceNoise DISCRETE = new DiscreteLaplaceNoise();

    /** The library has nothing that answers this request. */
    private static final class Unsupported extends RuntimeException {
        Unsupported(String reason) {
            super(reason);
        }
    }

    /** The library threw. */
    private static final class Refused extends RuntimeException {
        Refused(RuntimeException cause) {
            super(cause);
        }
    }

    /** Noise whose draws are given; the library asks nothing else of it here. */
    private record Injected(double sum, long count) implements Noise {
        @Override
        public double addNoise(double x, int l0, double lInf, double epsilon, double delta) {
            return x + sum;
        }

        @Override
        public long addNoise(long x, int l0, long lInf, double epsilon, double delta) {
            return x + count;
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

    /** Whatever the library throws is its refusal, not a mistake of this file. */
    private static <T> T lib(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException cause) {
            throw new Refused(cause);
        }
    }

    /** A number of the protocol as a double. */
    private static double real(String text) {
        switch (text) {
            case "nan":
                return Double.NaN;
            case "inf":
                return Double.POSITIVE_INFINITY;
            case "-inf":
                return Double.NEGATIVE_INFINITY;
            default:
                String[] parts = text.split("/");
                try {
                    double top = Double.parseDouble(parts[0]);
                    return parts.length == 1 ? top : top / Double.parseDouble(parts[1]);
                } catch (NumberFormatException cause) {
                    throw new Unsupported("a double cannot be given a text that is no number");
                }
        }
    }

    private static String text(JsonObject from, String name, String otherwise) {
        return from.has(name) ? from.get(name).getAsString() : otherwise;
    }

    private static double real(JsonObject from, String name, String otherwise) {
        return real(text(from, name, otherwise));
    }

    /** A number of the protocol as a long. */
    private static long whole(JsonObject from, String name, String otherwise) {
        try {
            return Long.parseLong(text(from, name, otherwise));
        } catch (NumberFormatException cause) {
            throw new Unsupported("a long cannot be given this " + name);
        }
    }

    private static double epsilon(JsonObject params) {
        return params.has("epsilon") ? real(params, "epsilon", "") : -Math.log(real(params, "decay", "nan"));
    }

    private static Map<String, Object> exact(String object, String quantity, JsonObject params) {
        if (!object.equals("laplace") || !List.of("cdf", "tail", "quantile").contains(quantity)) {
            throw new Unsupported("the library has no " + quantity + " of " + object);
        }
        double epsilon = epsilon(params);
        double sensitivity = real(params, "sensitivity", "1");
        if (quantity.equals("quantile")) {
            double rank = real(params, "p", "");
            return Map.of("value", f64(lib(() -> LaplaceNoise.computeQuantile(rank, 0, sensitivity, epsilon))));
        }
        double x = real(params, "x", "");
        boolean below = quantity.equals("cdf");
        double mass = lib(() -> LaplaceNoise.cumulativeDensity(below ? x : -x, 0, sensitivity, epsilon));
        return Map.of("value", f64(below ? mass : 2 * mass));
    }

    private static Map<String, Object> laplace(JsonObject params, JsonObject input, boolean stat) {
        double epsilon = epsilon(params);
        double sensitivity = real(params, "sensitivity", "1");
        double center = real(input, "center", "0");
        Map<String, Object> output = samples(input, () -> LAPLACE.addNoise(center, 1, sensitivity, epsilon, 0.0));
        int binade = Math.getExponent(sensitivity / epsilon);
        if (stat && sensitivity / epsilon != Math.scalb(1.0, binade)) {
            int exponent = binade + 1 - 40;
            BigDecimal step = new BigDecimal(Math.scalb(1.0, Math.abs(exponent)));
            output.put("grid", (exponent < 0 ? "1/" : "") + step.toPlainString());
        }
        return output;
    }

    private static Map<String, Object> discrete(JsonObject params, JsonObject input) {
        double epsilon = epsilon(params);
        long sensitivity = whole(params, "sensitivity", "1");
        long center = whole(input, "center", "0");
        Map<Long, Integer> counts = new TreeMap<>();
        for (long i = whole(input, "n", "1"); i > 0; i--) {
            counts.merge(lib(() -> DISCRETE.addNoise(center, 1, sensitivity, epsilon, 0.0)), 1, Integer::sum);
        }
        List<List<String>> rows = new ArrayList<>();
        counts.forEach((value, count) -> rows.add(List.of(value.toString(), count.toString())));
        return Map.of("counts", rows);
    }

    /** The bounded mean of the records of a request; `noise` null is the default, Laplace noise. */
    private static Supplier<Double> mean(JsonObject params, JsonObject input, Noise noise) {
        double epsilon = epsilon(params);
        double lower = real(params, "lower", "");
        double upper = real(params, "upper", "");
        List<Double> records = new ArrayList<>();
        for (JsonElement record : input.getAsJsonArray("data")) {
            records.add(real(record.getAsString()));
        }
        return () -> {
            var builder = BoundedMean.builder().epsilon(epsilon).lower(lower).upper(upper);
            builder.maxPartitionsContributed(1).maxContributionsPerPartition(1);
            if (noise != null) {
                builder.noise(noise);
            }
            BoundedMean mean = builder.build();
            mean.addEntries(records);
            return mean.computeResult();
        };
    }

    private static Map<String, Object> samples(JsonObject input, Supplier<Double> draw) {
        StringBuilder samples = new StringBuilder();
        for (long i = whole(input, "n", "1"); i > 0; i--) {
            samples.append(hex(lib(draw)));
        }
        return new HashMap<>(Map.of("samples", samples.toString()));
    }

    private static String hex(double x) {
        return String.format("%016x", Double.doubleToLongBits(x));
    }

    private static Map<String, String> f64(double x) {
        return Map.of("f64", hex(x));
    }

    private static Map<String, Object> run(JsonObject request) {
        String object = text(request, "object", "");
        String kind = text(request, "kind", "");
        JsonObject params = request.getAsJsonObject("params");
        JsonObject input = request.has("input") ? request.getAsJsonObject("input") : new JsonObject();
        if (request.has("quantity")) {
            return exact(object, text(request, "quantity", ""), params);
        }
        if (object.equals("bounded_mean") && kind.equals("transcript")) {
            JsonObject draws = input.getAsJsonObject("draws");
            Noise given = new Injected(real(draws, "noise_sum", ""), whole(draws, "noise_count", ""));
            return Map.of("value", f64(lib(mean(params, input, given))));
        }
        if (kind.equals("stat") || kind.equals("reject")) {
            switch (object) {
                case "laplace":
                    return laplace(params, input, kind.equals("stat"));
                case "discrete_laplace":
                    return discrete(params, input);
                case "bounded_mean":
                    return samples(input, mean(params, input, null));
                default:
            }
        }
        throw new Unsupported("the library has no " + object + " " + kind);
    }

    private static Map<String, Object> answer(JsonObject request) {
        if (text(request, "op", "").equals("hello")) {
            return Map.of(
                    "ok", true,
                    "protocol", 1,
                    "adapter", Map.of("name", "google-java", "version", VERSION, "language", "java"),
                    "supports", Map.of("kinds", List.of("exact", "stat", "reject", "transcript"),
                            "objects", List.of("laplace", "discrete_laplace", "bounded_mean"), "profiles", List.of(), "numbers", List.of()),
                    "policies", Map.of("count", "integer noise; a noisy count below 1 becomes 1", "missing", "a NaN record is dropped"),
                    "edition", "corrected");
        }
        String seq = text(request, "seq", "");
        try {
            return Map.of("seq", seq, "status", "ok", "output", run(request));
        } catch (Unsupported reason) {
            return Map.of("seq", seq, "status", "unsupported", "reason", reason.getMessage());
        } catch (Refused refusal) {
            Throwable cause = refusal.getCause();
            String code = cause.getClass().getSimpleName();
            return Map.of("seq", seq, "status", "rejected", "code", code, "message", String.valueOf(cause.getMessage()));
        } catch (RuntimeException mistake) {
            return Map.of("seq", seq, "status", "error", "traceback", Arrays.toString(mistake.getStackTrace()) + mistake);
        }
    }

    public static void main(String[] words) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err); // nothing but replies on stdout
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonObject request = GSON.fromJson(line, JsonObject.class);
            if (text(request, "op", "").equals("bye")) {
                return;
            }
            out.print(GSON.toJson(answer(request)) + "\n");
            out.flush();
        }
    }
}
