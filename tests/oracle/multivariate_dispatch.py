"""Means of vectors and the normal law: which requests are answered here, and by what."""
import multivariate
import multivariate_ball_events
import multivariate_baselines
import multivariate_bounds
import multivariate_events
import multivariate_message_events
import multivariate_message_values
import multivariate_plane_events
import multivariate_steps
import multivariate_tapes
import multivariate_variances
import multivariate_whitened
import normal_draws
import normal_law
import renyi
from values import Unsupported, text

OBJECTS = tuple(dict.fromkeys((*multivariate.OBJECTS, *multivariate_bounds.OBJECTS, *multivariate_baselines.OBJECTS, *multivariate_whitened.OBJECTS)))


def ours(kind, name, quantity):
    """clipped_mean has quantities here, and releases elsewhere; of the discrete Gaussian only its Renyi divergence is here."""
    return name in OBJECTS or kind == "exact" and (multivariate.knows(name, quantity) or (name, quantity) == ("discrete_gaussian", "renyi"))


def exact(name, quantity, params):
    if multivariate_bounds.knows(name, quantity):
        return multivariate_bounds.answer(name, quantity, params)
    if multivariate_variances.knows(name, quantity):
        return multivariate_variances.answer(name, quantity, params)
    if name in multivariate_whitened.OBJECTS:
        return multivariate_whitened.answer(name, quantity, params)
    if name in multivariate_baselines.OBJECTS:
        return multivariate_message_values.answer(name, quantity, params)
    if name == "gaussian":
        return normal_law.answer(quantity, params)
    return renyi.answer(params) if name == "discrete_gaussian" else multivariate.answer(name, quantity, params)


def output(kind, name, params, request):
    """The output of a reply."""
    normal, given = name == "gaussian", request.get("input") or {}
    if kind == "exact":
        return {"value": text(exact(name, request.get("quantity"), params))}
    if kind == "event" and multivariate_plane_events.ours(name, params, given, request["event"]):
        return {"value": text(multivariate_plane_events.event_probability(name, params, given, request["event"]))}
    if kind == "event" and name == "coinpress_mean":
        return {"value": text(multivariate_ball_events.event_probability(params, given, request["event"]))}
    if kind == "event" and name in multivariate_message_events.PROGRAMS:
        return {"value": text(multivariate_message_events.event_probability(name, params, given, request["event"]))}
    for baselines in (multivariate_baselines, multivariate_whitened):
        if name in baselines.OBJECTS:
            if kind != "transcript":
                raise Unsupported(f"{name} has no {kind} here")
            return baselines.transcript(name, params, given)
    if name in multivariate_bounds.OBJECTS:
        raise Unsupported(f"{name} is no mechanism")
    if kind == "event":
        return {"value": text((normal_draws if normal else multivariate_events).event_probability(name, params, given, request["event"]))}
    if kind == "tape":
        return (normal_draws if normal else multivariate_tapes).tape(name, params, given)
    if normal:
        raise Unsupported("gaussian has no steps")
    return multivariate_steps.transcript(name, params, given)
