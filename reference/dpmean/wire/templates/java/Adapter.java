// A conformance adapter for dpmean: one JSON request a line on standard input, one JSON reply a line on standard output.
//
// As it stands it judges the toy Laplace mechanism of part 1. Put your own library there (java -cp library.jar Adapter.java),
// then say in part 2 what it can answer. Hand parameters over as they are, NaN and negative ones too: what your library
// refuses is `rejected`, what it has nothing for is `unsupported`, and only a mistake of this file is `error`. Never fix,
// clip or check anything on the library's behalf. Requests and replies are defined in vectors/README.md of dpmean;
// `dpmean show ID` explains a vector. Needs Java 17 or later, no package. This file is CC0-1.0: use it as you like.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.*;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

public class Adapter {
    // ---- 1. Your library, here a toy ----

    /** Adds noise with density proportional to exp(-epsilon |x| / sensitivity). */
    static class Laplace {
        private final double scale;
        private final Random random = new Random();

        Laplace(double epsilon, double sensitivity) {
            scale = positive(sensitivity, "sensitivity") / positive(epsilon, "epsilon");
        }

        private static double positive(double x, String name) {
            if (x > 0 && Double.isFinite(x)) return x; // NaN is not
            throw new IllegalArgumentException(name + " must be positive and finite");
        }

        double variance() {
            return 2 * scale * scale;
        }

        double release(double value) {
            double size = -scale * Math.log(1 - random.nextDouble());
            return random.nextBoolean() ? value - size : value + size;
        }
    }

    // ---- 2. What it can answer ----

    static final Map<String, Object> HELLO = Map.of("ok", true, "protocol", 2,
        "randomness", "other", // where your library's draws come from: os, csprng, pcg64, mersenne or other
        "adapter", Map.of("name", "toy", "version", "0.1", "language", "java"),
        "supports", Map.of(
            "kinds", List.of("exact", "stat", "reject"),
            "objects", List.of("laplace"),
            "numbers", List.of(), // "rational" if your library takes 1/3 itself, and not the double nearest to it
            "profiles", List.of()));

    /** Your library has nothing for this request. */
    static class Unsupported extends RuntimeException {
        Unsupported(String reason) { super(reason); }
    }

    /** Your library refused. */
    static class Refused extends RuntimeException {
        Refused(RuntimeException cause) { super(cause.toString(), cause); }
    }

    /** Calls your library; whatever it throws is its refusal, not a mistake of this file. */
    static <T> T library(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException error) {
            throw new Refused(error);
        }
    }

    static final Map<String, Double> NAMED = Map.of("nan", Double.NaN, "inf", Double.POSITIVE_INFINITY, "-inf", Double.NEGATIVE_INFINITY);

    /** A parameter as your library takes it. It comes as text: "2", "1/3", "-1", "nan", "inf", even "one", which no double
     * can be: then the type system refuses on the library's behalf. */
    static double number(Object text) {
        String[] parts = ((String) text).split("/");
        if (NAMED.containsKey(parts[0])) return NAMED.get(parts[0]);
        double numerator = library(() -> Double.valueOf(parts[0]));
        return parts.length == 1 ? numerator : numerator / Double.parseDouble(parts[1]);
    }

    /** A double as 16 hexadecimal digits, big-endian. */
    static String f64(double x) {
        return HexFormat.of().toHexDigits(Double.doubleToLongBits(x));
    }

    /** The output for one request, for every kind. */
    static Map<String, Object> run(Map<?, ?> request) {
        Map<?, ?> params = (Map<?, ?>) request.get("params");
        if (!"laplace".equals(request.get("object")) || !params.containsKey("epsilon")) {
            throw new Unsupported("only Laplace noise, given by epsilon");
        }
        double epsilon = number(params.get("epsilon")), sensitivity = number(or(params.get("sensitivity"), "1"));
        Laplace laplace = library(() -> new Laplace(epsilon, sensitivity));
        Object quantity = request.get("quantity");
        if ("variance".equals(quantity)) return Map.of("value", Map.of("f64", f64(library(laplace::variance))));
        if (quantity != null) throw new Unsupported("no " + quantity); // kind exact; kind reject imitates the others
        Map<?, ?> input = (Map<?, ?>) or(request.get("input"), Map.of());
        double center = number(or(input.get("center"), "0"));
        int n = Integer.parseInt((String) or(input.get("draws"), "1"));
        StringBuilder samples = new StringBuilder();
        for (int i = 0; i < n; i++) samples.append(f64(library(() -> laplace.release(center))));
        return Map.of("samples", samples.toString());
        // an integer law answers {"counts": [["-1", "250"], ["0", "500"], ...]}: value and how often
    }

    /** The records of a mean (the toy has none) one by one; runs of equal ones may come as a value and how often. */
    static List<Double> records(Map<?, ?> input) {
        List<Double> all = new ArrayList<>();
        for (Object value : (List<?>) or(input.get("data"), List.of())) all.add(number(value));
        for (Object run : (List<?>) or(input.get("records"), List.of())) {
            Map<?, ?> equal = (Map<?, ?>) run;
            all.addAll(Collections.nCopies(Integer.parseInt((String) equal.get("times")), number(equal.get("value"))));
        }
        return all;
    }

    static Object or(Object given, Object otherwise) {
        return given == null ? otherwise : given;
    }

    // ---- 3. The protocol and its JSON: nothing to change here ----

    static Map<String, Object> reply(Map<?, ?> request) {
        if ("hello".equals(request.get("op"))) return HELLO;
        Object seq = request.get("seq");
        try {
            return Map.of("seq", seq, "status", "ok", "output", run(request));
        } catch (Unsupported error) {
            return Map.of("seq", seq, "status", "unsupported", "reason", error.getMessage());
        } catch (Refused error) {
            return Map.of("seq", seq, "status", "rejected", "message", error.getMessage());
        } catch (RuntimeException error) {
            return Map.of("seq", seq, "status", "error", "traceback", error.toString());
        }
    }

    public static void main(String[] words) throws java.io.IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<?, ?> request = (Map<?, ?>) new Json(line).value();
            if ("bye".equals(request.get("op"))) return;
            System.out.println(Json.write(reply(request)));
        }
    }

    /** Just the JSON of the protocol: objects, lists, strings; what else there is (a number, true) is kept as its text. */
    static class Json {
        private final StringTokenizer tokens;
        private String token;

        Json(String text) {
            tokens = new StringTokenizer(text, "{}[]:,\"\\ ", true);
        }

        private String next() {
            do token = tokens.nextToken(); while (token.equals(" "));
            return token;
        }

        Object value() {
            return parse(next());
        }

        private Object parse(String first) {
            switch (first) {
                case "{": {
                    Map<Object, Object> map = new HashMap<>();
                    while (!next().equals("}")) if (!token.equals(",")) {
                        Object key = parse(token);
                        next(); // the colon
                        map.put(key, value());
                    }
                    return map;
                }
                case "[": {
                    List<Object> list = new ArrayList<>();
                    while (!next().equals("]")) if (!token.equals(",")) list.add(parse(token));
                    return list;
                }
                case "\"": {
                    StringBuilder text = new StringBuilder();
                    for (String t = tokens.nextToken(); !t.equals("\""); t = tokens.nextToken()) {
                        text.append(t.equals("\\") ? tokens.nextToken() : t);
                    }
                    return text.toString();
                }
                default:
                    return first;
            }
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> map) {
                Function<Map.Entry<?, ?>, String> pair = e -> write(e.getKey()) + ":" + write(e.getValue());
                return map.entrySet().stream().map(pair).collect(Collectors.joining(",", "{", "}"));
            }
            if (value instanceof List<?> list) return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
            if (value instanceof String text) {
                return '"' + text.replaceAll("\\p{Cntrl}", " ").replace("\\", "\\\\").replace("\"", "\\\"") + '"';
            }
            return value.toString();
        }
    }
}
