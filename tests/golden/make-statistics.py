"""Writes statistics.json: what SciPy, statsmodels and NumPy say about small seeded samples.

    python3 -m venv env
    env/bin/pip install numpy==2.4.6 scipy==1.17.1 statsmodels==0.15.0 krippendorff==0.8.2
    env/bin/python tests/golden/make-statistics.py > tests/golden/statistics.json
"""

import json
import sys

import krippendorff
import numpy
import scipy
import scipy.special
import scipy.stats
import statsmodels
import statsmodels.api
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

chance = numpy.random.default_rng(20240711)


def normal():
    zs = [-37.0, -12.5, -6.0, -3.3, -2.83, -1.96, -0.5, -1e-9, 0.0, 0.3, 1.0, 2.0, 2.9, 4.4, 8.0]
    shares = [1e-300, 1e-20, 1e-8, 0.001, 0.025, 0.2, 0.4999, 0.5, 0.61, 0.975, 0.995, 1 - 1e-9]
    return {
        "cdf": [[z, float(scipy.special.ndtr(z))] for z in zs],
        "quantile": [[share, float(scipy.special.ndtri(share))] for share in shares],
    }


def families():
    lists = [
        [0.01, 0.04, 0.03, 0.005],
        [0.5],
        [0.02, 0.02, 0.02],
        [0.9, 0.8, 1.0, 0.0001],
        [0.0, 1.0, 0.5, 0.5, 0.25],
    ] + [[float(p) for p in chance.random(size) ** 3] for size in (7, 28, 95)]
    return [
        {
            "ps": ps,
            "holm": multipletests(ps, method="holm")[1].tolist(),
            "benjaminiHochberg": multipletests(ps, method="fdr_bh")[1].tolist(),
        }
        for ps in lists
    ]


def wilson():
    rows = []
    for successes, n in [(6, 8), (0, 10), (10, 10), (1, 1), (0, 1), (37, 120), (499, 1000)]:
        for level in (0.95, 0.9):
            low, high = proportion_confint(successes, n, alpha=1 - level, method="wilson")
            rows.append({"successes": successes, "n": n, "level": level, "low": low, "high": high})
    return rows


def sign_flips():
    lists = [
        [1, 2, 3, 4, 5],
        [1, -1, 2, 2, 3],
        [0.1, 0.2, -0.3],
        [0, 0, 0, 1],
        chance.normal(0.4, 1, 9).tolist(),
        chance.normal(0.8, 1, 13).tolist(),
        numpy.round(chance.normal(0.1, 0.3, 12), 1).tolist(),
    ]
    return [
        {
            "differences": list(differences),
            "p": float(
                scipy.stats.permutation_test(
                    (differences,),
                    lambda sample, axis: numpy.mean(sample, axis=axis),
                    permutation_type="samples",
                    n_resamples=numpy.inf,
                    vectorized=True,
                ).pvalue
            ),
        }
        for differences in lists
    ]


def samples():
    rows = []
    for values in (
        chance.normal(0.3, 0.1, 8),
        chance.exponential(1.0, 25),
        numpy.round(chance.beta(2, 5, 40), 2),
    ):
        distribution = numpy.sort([chance.choice(values, values.size).mean() for _ in range(400)])
        intervals = {}
        for name, method in (("percentile", "percentile"), ("bca", "BCa")):
            for level in (0.95, 0.8):
                result = scipy.stats.bootstrap(
                    (values,),
                    numpy.mean,
                    n_resamples=0,
                    bootstrap_result=Given(distribution),
                    method=method,
                    confidence_level=level,
                ).confidence_interval
                intervals[f"{name}-{level}"] = [float(result.low), float(result.high)]
        rows.append(
            {
                "values": values.tolist(),
                "mean": float(values.mean()),
                "sd": float(values.std(ddof=1)),
                "distribution": distribution.tolist(),
                "intervals": intervals,
            }
        )
    return rows


class Given:
    """A bootstrap distribution that is given, so that no draw differs."""

    def __init__(self, distribution):
        self.bootstrap_distribution = distribution


def correlations():
    rows = []
    for x, y in (
        ([1, 2, 3, 4], [1, 3, 2, 4]),
        ([1, 2], [2, 1]),
        ([1, 1, 2, 2, 3], [5, 4, 4, 4, 1]),
        (chance.normal(size=30), chance.normal(size=30)),
        (chance.integers(1, 6, 60), chance.integers(1, 6, 60)),
        (numpy.arange(17) // 2, -(numpy.arange(17) // 3)),
    ):
        rows.append(
            {
                "x": numpy.asarray(x).tolist(),
                "y": numpy.asarray(y).tolist(),
                "kendall": float(scipy.stats.kendalltau(x, y).statistic),
                "spearman": float(scipy.stats.spearmanr(x, y).statistic),
            }
        )
    return rows


def bradley_terry():
    rows = []
    for true in ([0.0, 0.5], [0.9, 0.1, -0.2, -0.8], [0.3, 0.0, 0.0, 0.2, -0.1, -0.4]):
        size = len(true)
        comparisons = []
        for _ in range(40 * size):
            first, second = (int(item) for item in chance.choice(size, 2, replace=False))
            chance_of_first = 1 / (1 + numpy.exp(true[second] - true[first]))
            draw = chance.random()
            outcome = "tie" if draw < 0.1 else "first" if draw < 0.1 + 0.9 * chance_of_first else "second"
            comparisons.append([f"s{first}", f"s{second}", outcome])
        rows.append({"comparisons": comparisons, **fit_bradley_terry(comparisons, size)})
    return rows


def fit_bradley_terry(comparisons, size):
    wins = numpy.zeros((size, size))
    for first, second, outcome in comparisons:
        i, j = int(first[1:]), int(second[1:])
        wins[i, j] += {"first": 1, "second": 0, "tie": 0.5}[outcome]
        wins[j, i] += {"first": 0, "second": 1, "tie": 0.5}[outcome]
    # One row per ordered pair: the left side won `wins` times. Item 0 is the reference.
    pairs = [(i, j) for i in range(size) for j in range(size) if i < j]
    design = numpy.zeros((len(pairs), size))
    for row, (i, j) in enumerate(pairs):
        design[row, i], design[row, j] = 1, -1
    outcomes = numpy.array([[wins[i, j], wins[j, i]] for i, j in pairs])
    model = statsmodels.api.GLM(outcomes, design[:, 1:], family=statsmodels.api.families.Binomial())
    fitted = model.fit(tol=1e-14, maxiter=200)
    centre = numpy.eye(size) - 1 / size
    covariance = numpy.zeros((size, size))
    covariance[1:, 1:] = fitted.cov_params()
    return {
        "strengths": (centre @ numpy.concatenate([[0], fitted.params])).tolist(),
        "standardErrors": numpy.sqrt(numpy.diag(centre @ covariance @ centre.T)).tolist(),
    }


# Bootstrap intervals of what is no mean. Draws differ, so they agree within the noise of resampling.
resampling = numpy.random.default_rng(20261130)


def percentiles(statistics):
    return [float(end) for end in numpy.percentile(statistics, [2.5, 97.5])]


def resampled(size, resamples, statistic):
    return percentiles([statistic(resampling.integers(0, size, size)) for _ in range(resamples)])


def correlation_interval():
    x = resampling.normal(size=30)
    y = numpy.round(x + resampling.normal(size=30), 1)
    result = {"x": x.tolist(), "y": y.tolist()}
    for name, of in (("kendall", scipy.stats.kendalltau), ("spearman", scipy.stats.spearmanr)):
        interval = scipy.stats.bootstrap(
            (x, y),
            lambda a, b, of=of: of(a, b).statistic,
            paired=True,
            vectorized=False,
            n_resamples=10000,
            method="percentile",
            rng=resampling,
        ).confidence_interval
        result[name] = [float(interval.low), float(interval.high)]
    return result


def alpha_interval():
    quality = resampling.normal(3, 1, 40)
    ratings = numpy.clip(numpy.round(quality + resampling.normal(0, 0.8, (3, 40))), 1, 5)
    ratings[0, ::7] = numpy.nan
    result = {"ratings": [[None if numpy.isnan(r) else r for r in row] for row in ratings.tolist()]}
    for level in ("nominal", "ordinal", "interval"):
        result[level] = resampled(
            40,
            10000,
            lambda units, level=level: krippendorff.alpha(
                reliability_data=ratings[:, units], level_of_measurement=level
            ),
        )
    return result


def rank_interval():
    scores = resampling.normal([[0.5], [0.45], [0.44], [0.3], [0.1]], 0.15, (5, 40))

    def ranks(items):
        means = scores[:, items].mean(axis=1)
        return [int((means > mean).sum()) + 1 for mean in means]

    drawn = numpy.array([ranks(resampling.integers(0, 40, 40)) for _ in range(20000)])
    return {
        "scores": scores.tolist(),
        "ranks": ranks(numpy.arange(40)),
        "intervals": [percentiles(drawn[:, system]) for system in range(5)],
    }


def bradley_terry_interval():
    comparisons = []
    for _ in range(150):
        first, second = (int(item) for item in resampling.choice(3, 2, replace=False))
        won = resampling.random() < 1 / (1 + numpy.exp(0.5 * (first - second)))
        comparisons.append([f"s{first}", f"s{second}", "first" if won else "second"])
    drawn = [
        fit_bradley_terry([comparisons[at] for at in resampling.integers(0, 150, 150)], 3)["strengths"]
        for _ in range(4000)
    ]
    intervals = [percentiles([row[system] for row in drawn]) for system in range(3)]
    return {"comparisons": comparisons, "intervals": intervals}


json.dump(
    {
        "madeBy": "tests/golden/make-statistics.py",
        "versions": {
            "numpy": numpy.__version__,
            "scipy": scipy.__version__,
            "statsmodels": statsmodels.__version__,
            "krippendorff": "0.8.2",
        },
        "normal": normal(),
        "families": families(),
        "wilson": wilson(),
        "signFlips": sign_flips(),
        "samples": samples(),
        "correlations": correlations(),
        "bradleyTerry": bradley_terry(),
        "intervals": {
            "correlation": correlation_interval(),
            "alpha": alpha_interval(),
            "ranks": rank_interval(),
            "bradleyTerry": bradley_terry_interval(),
        },
    },
    sys.stdout,
)
print()
