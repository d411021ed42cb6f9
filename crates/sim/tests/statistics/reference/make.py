"""Writes the reference tables of the statistics, from mpmath 1.3 with 60 digits.

The regularised incomplete beta function is its continued fraction in 60 digits; that it agrees to
25 digits with the sum of the binomial law, at whole counts, and with mpmath's hypergeometric form,
at small ones, is asserted. Quantiles are bisected on it. Fisher's test is summed in exact
fractions.
"""

from fractions import Fraction
from math import comb
from pathlib import Path

from mpmath import betainc, exp, gammainc, log, loggamma, mp, mpf, nstr

mp.dps = 60
HERE = Path(__file__).parent


def lower(a, b, x):
    """I_x(a, b) by Lentz' continued fraction; right where x is below the mean."""
    front = exp(loggamma(a + b) - loggamma(a) - loggamma(b) + a * log(x) + b * log(1 - x)) / a
    tiny = mpf(10) ** -300
    c = mpf(1)
    d = 1 / (1 - (a + b) * x / (a + 1))
    value = d
    m = 0
    while True:
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + even * d or tiny)
        c = 1 + even / c or tiny
        value *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + odd * d or tiny)
        c = 1 + odd / c or tiny
        value *= d * c
        if abs(d * c - 1) < mpf(10) ** -50:
            return front * value


def binomial_tail(a, b, x):
    """I_x(a, b) for whole a and b: a or more events of a + b - 1, term by term."""
    term = exp(loggamma(a + b) - loggamma(a + 1) - loggamma(b) + a * log(x) + (b - 1) * log(1 - x))
    total, k, n = term, a, a + b - 1
    while term > total * mpf(10) ** -45 and k < n:
        term *= (n - k) / (k + 1) * x / (1 - x)
        k += 1
        total += term
    return total


def tails(a, b, x):
    a, b, x = mpf(a), mpf(b), mpf(x)
    is_below = x * (a + b + 2) < a + 1
    small = lower(a, b, x) if is_below else lower(b, a, 1 - x)
    if a == int(a) and b == int(b):
        summed = binomial_tail(a, b, x) if is_below else binomial_tail(b, a, 1 - x)
        assert abs(small / summed - 1) < mpf(10) ** -25, (a, b, x)
    if a + b < 200:
        hypergeometric = betainc(a, b, 0, x, regularized=True)
        assert abs((small if is_below else 1 - small) - hypergeometric) < mpf(10) ** -25
    return (small, 1 - small) if is_below else (1 - small, small)


def fraction_tail(a, b, x):
    a, b = mpf(a), mpf(b)
    return lower(a, b, x) if x * (a + b + 2) < a + 1 else 1 - lower(b, a, 1 - x)


def quantile(a, b, p):
    below, above = mpf(-60), mpf(60)
    while above - below > mpf(10) ** -22:
        middle = (below + above) / 2
        x = 1 / (1 + exp(-middle))
        if fraction_tail(a, b, x) < p:
            below = middle
        else:
            above = middle
    return 1 / (1 + exp(-below))


def digits(x):
    return nstr(x, 17)


def write(name, header, rows):
    text = "\n".join([header, *(",".join(map(str, row)) for row in rows)])
    (HERE / name).write_text(text + "\n")


def beta_rows():
    for n in [1, 10, 100, 10_000, 1_000_000, 100_000_000]:
        for part in [0.5, 0.25, 0.01]:
            a = max(1, round(n * part))
            b = max(1, n - a)
            sd = (a * b / (a + b) ** 2 / (a + b + 1)) ** 0.5
            for z in [-6, -2, 0, 1, 4]:
                x = a / (a + b) + z * sd
                if 0 < x < 1:
                    yield a, b, repr(x), *map(digits, tails(a, b, x))
    for a, b in [(3, 10**6 - 2), (4, 10**8 - 3), (0.5, 30), (500.5, 0.5), (20, 10**8)]:
        for times in [0.2, 1, 3]:
            x = min(a / (a + b) * times, 0.9999)
            yield a, b, repr(x), *map(digits, tails(a, b, x))


def quantile_rows():
    for a, b in [(1, 10), (3, 9998), (3, 999_998), (4, 99_999_997), (500, 501), (450_000, 550_001), (20, 10**8)]:
        for p in ["0.025", "0.975"]:
            yield a, b, p, digits(quantile(a, b, mpf(p)))


def fisher_rows():
    for k, n, l, m in [
        (3, 10, 8, 12), (0, 20, 5, 20), (450, 1000, 480, 1000), (450, 1000, 500, 1020),
        (1, 1000, 9, 1000), (12, 3000, 30, 2000), (7, 7, 0, 7), (2, 5, 2, 5), (3, 100_000, 15, 100_000),
    ]:
        weights = [comb(n, x) * comb(m, k + l - x) for x in range(max(0, k + l - m), min(n, k + l) + 1)]
        seen = comb(n, k) * comb(m, l)
        p = Fraction(sum(w for w in weights if w <= seen), sum(weights))
        yield k, n, l, m, digits(mpf(p.numerator) / p.denominator)


def student_rows():
    for df in ["1", "2.5", "7", "30", "999", "123456.7"]:
        for t in ["0.1", "1", "1.96", "3", "8"]:
            x = mpf(df) / (mpf(df) + mpf(t) ** 2)
            value = betainc(mpf(df) / 2, mpf("0.5"), 0, x, regularized=True) if float(df) < 200 \
                else tails(mpf(df) / 2, mpf("0.5"), x)[0]
            yield t, df, digits(value)


def chi_square_rows():
    for df in [1, 5, 17, 100]:
        for g in [0.5, 5, 40, 121.4]:
            yield g, df, digits(gammainc(mpf(df) / 2, mpf(g) / 2, regularized=True))


write("beta.csv", "a,b,x,lower,upper", beta_rows())
write("beta_quantile.csv", "a,b,p,x", quantile_rows())
write("fisher.csv", "k,n,l,m,p", fisher_rows())
write("student.csv", "t,freedom,p", student_rows())
write("chi_square.csv", "g,freedom,p", chi_square_rows())
