"""Means of vectors and the normal law."""

import calibrated
import normal_draws
import normal_law
import renyi
from instance import ball_events as multivariate_ball_events
from instance import baselines as multivariate_baselines
from instance import bounds as multivariate_bounds
from instance import events as multivariate_events
from instance import message_events as multivariate_message_events
from instance import message_values as multivariate_message_values
from instance import plane_events as multivariate_plane_events
from instance import steps as multivariate_steps
from instance import tapes as multivariate_tapes
from instance import values as multivariate
from instance import variances as multivariate_variances
from instance import whitened as multivariate_whitened
from values import Unsupported, text

OBJECTS = tuple(
    dict.fromkeys(
        (
            *multivariate.OBJECTS,
            *multivariate_bounds.OBJECTS,
            *multivariate_baselines.OBJECTS,
            *multivariate_whitened.OBJECTS,
        )
    )
)

PROFILES = ("release-2", "release-3")


def ours(kind, name, quantity):
    """Of the discrete Gaussian only its Renyi divergence is here."""
    return (
        name in OBJECTS
        or kind == "exact"
        and (
            multivariate.knows(name, quantity) or (name, quantity) == ("discrete_gaussian", "renyi")
        )
    )


def exact(name, quantity, params):
    if multivariate_bounds.knows(name, quantity):
        return multivariate_bounds.answer(name, quantity, params)
    if multivariate_variances.knows(name, quantity):
        return multivariate_variances.answer(name, quantity, params)
    if name in multivariate_whitened.OBJECTS:
        return multivariate_whitened.answer(name, quantity, params)
    if name in multivariate_baselines.OBJECTS:
        return multivariate_message_values.answer(name, quantity, params)
    if name == "gaussian" and quantity in calibrated.QUANTITIES:
        return calibrated.answer(quantity, params)
    if name == "gaussian":
        return normal_law.answer(quantity, params)
    return (
        renyi.answer(params)
        if name == "discrete_gaussian"
        else multivariate.answer(name, quantity, params)
    )


def output(kind, name, params, request):
    normal, given = name == "gaussian", request.get("input") or {}
    if kind == "exact":
        return {"value": text(exact(name, request.get("quantity"), params))}
    if kind == "event" and multivariate_plane_events.ours(name, params, given, request["event"]):
        return {
            "value": text(
                multivariate_plane_events.event_probability(name, params, given, request["event"])
            )
        }
    if kind == "event" and name == "coinpress_mean":
        return {
            "value": text(
                multivariate_ball_events.event_probability(params, given, request["event"])
            )
        }
    if kind == "event" and name in multivariate_message_events.PROGRAMS:
        return {
            "value": text(
                multivariate_message_events.event_probability(name, params, given, request["event"])
            )
        }
    for baselines in (multivariate_baselines, multivariate_whitened):
        if name in baselines.OBJECTS:
            if kind != "transcript":
                raise Unsupported(f"{name} has no {kind} here")
            return baselines.transcript(name, params, given)
    if name in multivariate_bounds.OBJECTS:
        raise Unsupported(f"{name} is no mechanism")
    if kind == "event":
        return {
            "value": text(
                (normal_draws if normal else multivariate_events).event_probability(
                    name, params, given, request["event"]
                )
            )
        }
    if kind == "tape":
        return (normal_draws if normal else multivariate_tapes).tape(name, params, given)
    if normal:
        raise Unsupported("gaussian has no steps")
    return multivariate_steps.transcript(name, params, given)
