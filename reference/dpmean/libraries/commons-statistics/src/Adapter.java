import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.LaplaceDistribution;

/**
 * Conformance adapter (protocol 2, JSON lines on stdio) for Apache Commons Statistics 1.3, a statistics library in Java.
 *
 * <p>It is a control, not a differential privacy library: it states no guarantee and no neighbouring relation. It is judged as
 * what it documents: LaplaceDistribution.of(mu, beta), "Scale parameter (must be positive)", "@throws IllegalArgumentException
 * if beta <= 0", with the density of our object `laplace`, which Java programs use to add noise. In public API and in binary64:
 *
 * <ul>
 *   <li>of(center, sensitivity / epsilon); density, logDensity, cumulativeProbability, inverseCumulativeProbability (quantile)
 *       and getVariance as they are; `tail` is P(Z <= -x) + P(Z >= x) = cumulativeProbability(-x) + survivalProbability(x);
 *       `moment` of order 2 is getVariance (the mean is 0).
 *   <li>draws: createSampler(rng).sample(), the generator being java.security.SecureRandom.
 * </ul>
 *
 * The integer noise, the privacy loss and the means have no counterpart here.
 *
 * <p>Translation: the library takes a scale, so a user divides, and so does this file, whatever the two numbers are; `decay`
 * becomes epsilon = -ln(decay). A double is all the library takes ("numbers" is therefore empty), and a text that spells none
 * cannot be handed to it at all: unsupported. What the library throws is "rejected"; a mistake of this file is "error".
 */
public final class Adapter {
    private static final String VERSION = "1.3";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Gson GSON = new Gson();

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

    /** A call into the library. */
    private interface Call<T> {
        T now();
    }

    /** Whatever the library throws is its refusal, not a mistake of this file. */
    private static <T> T lib(Call<T> call) {
        try {
            return call.now();
        } catch (RuntimeException cause) {
            throw new Refused(cause);
        }
    }

    /** A number of the protocol as a double; `otherwise` where it is absent. */
    private static double real(JsonObject from, String name, String otherwise) {
        String text = from.has(name) ? from.get(name).getAsString() : otherwise;
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

    /** The distribution with the scale that the request asks for. */
    private static ContinuousDistribution laplace(JsonObject params, double center) {
        double decay = real(params, "decay", "1");
        double epsilon = params.has("epsilon") ? real(params, "epsilon", "1") : -Math.log(decay);
        double scale = real(params, "sensitivity", "1") / epsilon;
        return lib(() -> LaplaceDistribution.of(center, scale));
    }

    private static Map<String, Object> exact(String quantity, JsonObject params) {
        DoubleSupplier value = value(quantity, params);
        return Map.of("value", Map.of("f64", f64(lib(value::getAsDouble))));
    }

    private static DoubleSupplier value(String quantity, JsonObject params) {
        if (quantity.equals("epsilon")) {
            throw new Unsupported("LaplaceDistribution has no epsilon");
        }
        double x = real(params, "x", "0");
        double p = real(params, "p", "0");
        ContinuousDistribution law = laplace(params, 0);
        switch (quantity) {
            case "density":
                return () -> law.density(x);
            case "log_density":
                return () -> law.logDensity(x);
            case "cdf":
                return () -> law.cumulativeProbability(x);
            case "quantile":
                return () -> law.inverseCumulativeProbability(p);
            case "tail":
                return () -> law.cumulativeProbability(-x) + law.survivalProbability(x);
            case "variance":
                return law::getVariance;
            case "moment":
                if (real(params, "order", "0") == 2) {
                    return law::getVariance;
                }
                throw new Unsupported("LaplaceDistribution has no moment of this order");
            default:
                throw new Unsupported("LaplaceDistribution has no " + quantity);
        }
    }

    private static Map<String, Object> draw(JsonObject params, JsonObject input) {
        int n = input.has("draws") ? Integer.parseInt(input.get("draws").getAsString()) : 1;
        ContinuousDistribution law = laplace(params, real(input, "center", "0"));
        ContinuousDistribution.Sampler sampler = lib(() -> law.createSampler(RANDOM::nextLong));
        StringBuilder samples = new StringBuilder(16 * n);
        for (int i = 0; i < n; i++) {
            samples.append(f64(lib(sampler::sample)));
        }
        return Map.of("samples", samples.toString());
    }

    private static String f64(double x) {
        String digits = Long.toHexString(Double.doubleToLongBits(x));
        return "0".repeat(16 - digits.length()) + digits;
    }

    private static Map<String, Object> run(JsonObject request) {
        String object = request.get("object").getAsString();
        String kind = request.get("kind").getAsString();
        JsonObject params = request.getAsJsonObject("params");
        if (!object.equals("laplace")) {
            throw new Unsupported("Commons Statistics has no " + object);
        }
        if (request.has("quantity")) {
            return exact(request.get("quantity").getAsString(), params);
        }
        if (kind.equals("stat") || kind.equals("reject")) {
            return draw(params, request.has("input") ? request.getAsJsonObject("input") : new JsonObject());
        }
        throw new Unsupported("kind " + kind);
    }

    private static Map<String, Object> answer(JsonObject request) {
        if (request.get("op").getAsString().equals("hello")) {
            return Map.of(
                    "ok", true,
                    "protocol", 2,
                    "adapter", Map.of("name", "commons-statistics", "version", VERSION, "language", "java"),
                    "supports", Map.of("kinds", List.of("exact", "stat", "reject"), "objects", List.of("laplace"), "profiles", List.of(), "numbers", List.of()),
                    "randomness", "csprng",
                    "edition", "corrected");
        }
        String seq = request.get("seq").getAsString();
        try {
            return Map.of("seq", seq, "status", "ok", "output", run(request));
        } catch (Unsupported reason) {
            return Map.of("seq", seq, "status", "unsupported", "reason", reason.getMessage());
        } catch (Refused refusal) {
            Throwable cause = refusal.getCause();
            return Map.of("seq", seq, "status", "rejected", "code", cause.getClass().getSimpleName(), "message", String.valueOf(cause.getMessage()));
        } catch (RuntimeException mistake) {
            StringWriter trace = new StringWriter();
            mistake.printStackTrace(new PrintWriter(trace));
            return Map.of("seq", seq, "status", "error", "traceback", trace + "\n" + mistake);
        }
    }

    public static void main(String[] words) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err); // nothing but replies on stdout
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonObject request = GSON.fromJson(line, JsonObject.class);
            if (request.get("op").getAsString().equals("bye")) {
                return;
            }
            out.print(GSON.toJson(answer(request)) + "\n");
            out.flush();
        }
    }
}
