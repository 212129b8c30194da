// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/formula_pieces.h"

#include <QRegularExpression>

#include <algorithm>

namespace kneepoint {
namespace {

const QString space = QStringLiteral("&nbsp;");
const QString times = QStringLiteral("·");

struct Token {
    enum class Kind { name, number, open, close, divide, dot, power, root, sign };
    Kind kind = Kind::sign;
    QString text;
    bool touches = false; ///< directly follows the previous token
};

Token::Kind kindOf(QChar sign)
{
    switch (sign.unicode()) {
    case u'(':
        return Token::Kind::open;
    case u')':
        return Token::Kind::close;
    case u'/':
        return Token::Kind::divide;
    case u'·':
        return Token::Kind::dot;
    case u'^':
        return Token::Kind::power;
    case u'√':
        return Token::Kind::root;
    default:
        return Token::Kind::sign;
    }
}

/// A name ends with its subscript and its powers, a number with its power and its unit.
QList<Token> tokensOf(const QString& formula)
{
    static const QRegularExpression name(QStringLiteral("\\G\\p{L}+[0-9]*(?:_[\\p{L}0-9]+)?[₀-₉⸝⁰¹²³⁴-⁹⁻*]*"));
    static const QRegularExpression number(
        QStringLiteral("\\G\\$?[0-9]+(?:\\.[0-9]+)?(?: [0-9]{3}\\b)*[⁰¹²³⁴-⁹⁻]*[%×]?"
                       "(?:[ \u00a0][\\p{L}µ%$][\\p{L}µ%$-]*(?:[ \u00a0]\\p{L}[\\p{L}-]*)?(?:/\\p{L}[\\p{L}-]*)?)?"));
    QList<Token> tokens;
    qsizetype end = -1;
    for (qsizetype at = 0; at < formula.size();) {
        if (formula[at].isSpace()) {
            ++at;
            continue;
        }
        Token token{kindOf(formula[at]), formula.mid(at, 1), at == end};
        if (const auto found = name.match(formula, at); found.hasMatch())
            token = {Token::Kind::name, found.captured(), at == end};
        else if (const auto digits = number.match(formula, at); digits.hasMatch())
            token = {Token::Kind::number, digits.captured(), at == end};
        at += token.text.size();
        end = at;
        tokens << token;
    }
    return tokens;
}

/// The digits of "₁₂" or "¹²", in plain.
QString plainDigits(const QString& small)
{
    static const QString subscripts = QStringLiteral("₀₁₂₃₄₅₆₇₈₉⸝");
    static const QString powers = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁻");
    QString plain;
    for (const QChar c : small) {
        const qsizetype sub = subscripts.indexOf(c);
        const qsizetype power = powers.indexOf(c);
        plain += sub >= 0 ? u"0123456789/"[sub] : power >= 0 ? u"0123456789−"[power] : c.unicode();
    }
    return plain.toHtmlEscaped();
}

/// A single letter is a variable and italic; a longer name is upright.
QString letters(const QString& name)
{
    const QString text = name.toHtmlEscaped();
    return name.size() == 1 && name.front().isLetter() ? QStringLiteral("<i>%1</i>").arg(text) : text;
}

QString numberHtml(const QString& number)
{
    static const QRegularExpression small(QStringLiteral("[⁰¹²³⁴-⁹⁻]+"));
    QString text = number.toHtmlEscaped().replace(u' ', space);
    if (const auto found = small.match(text); found.hasMatch())
        text.replace(found.capturedStart(), found.capturedLength(),
            QStringLiteral("<sup>%1</sup>").arg(plainDigits(found.captured())));
    return text;
}

const QString relations = QStringLiteral("=≈≥≤<>");
const QString operators = QStringLiteral("+−×÷");

/// `binary` if there is an operand to the left.
QString signHtml(QChar sign, bool binary)
{
    const QString text = QString(sign).toHtmlEscaped();
    if (binary && (relations.contains(sign) || operators.contains(sign)))
        return space + text + space;
    return relations.contains(sign) || sign == u',' || sign == u';' ? text + space : text;
}

/// A factor: a number, a symbol, a function of something, or a bracket.
struct Factor {
    QString html;
    QString bare;               ///< without the brackets around the whole
    QList<FormulaPiece> pieces; ///< of a bracket, with what belongs to it
    bool multiplied = true;     ///< with the previous factor
};

/// Whether a bracket has to be laid out piece by piece: it has fractions, or a line may end in it.
bool isLarge(const QList<FormulaPiece>& pieces)
{
    return std::ranges::any_of(pieces, [](const FormulaPiece& p) { return p.isFraction() || p.may_break; });
}

QString rowOf(const QList<FormulaPiece>& pieces)
{
    QString row;
    for (const FormulaPiece& piece : pieces)
        row += piece.row;
    return row;
}

QString productOf(const QList<Factor>& factors)
{
    QString row;
    for (const Factor& factor : factors)
        row += (row.isEmpty() ? QString() : factor.multiplied ? times : space) + factor.html;
    return row;
}

/// Without its brackets where it is one bracket.
QString bareProduct(const QList<Factor>& factors)
{
    return factors.size() == 1 ? factors.front().bare : productOf(factors);
}

class FormulaReader {
public:
    explicit FormulaReader(QList<Token> tokens)
        : m_tokens(std::move(tokens))
    {
    }
    /// An unmatched closing bracket is drawn as is.
    QList<FormulaPiece> readAll()
    {
        QList<FormulaPiece> pieces = readSum();
        while (!atEnd()) {
            pieces << FormulaPiece{next().text.toHtmlEscaped(), {}, {}};
            pieces << readSum();
        }
        return pieces;
    }

private:
    using Kind = Token::Kind;
    [[nodiscard]] bool atEnd() const { return m_at >= m_tokens.size(); }
    [[nodiscard]] bool is(Kind kind) const { return !atEnd() && m_tokens[m_at].kind == kind; }
    const Token& next() { return m_tokens[m_at++]; }

    /// Up to a closing bracket or the end.
    QList<FormulaPiece> readSum()
    {
        QList<FormulaPiece> pieces;
        QList<Factor> product;
        bool binary = false; // there is an operand to the left
        bool multiplied = false;
        bool may_break = false;
        while (!atEnd() && !is(Kind::close)) {
            if (is(Kind::dot)) {
                ++m_at;
                multiplied = true;
                if (product.isEmpty())
                    pieces << FormulaPiece{times, {}, {}};
            } else if (is(Kind::divide) && !product.isEmpty()) {
                pieces << readFraction(product);
                product.clear();
            } else if (is(Kind::sign) || is(Kind::divide) || is(Kind::power)) {
                const bool begins = product.isEmpty() && may_break;
                flush(product, pieces, may_break);
                const QChar sign = next().text.front();
                pieces << FormulaPiece{
                    signHtml(sign, binary), {}, {}, begins || (binary && mayBreakBefore(sign, pieces))};
                may_break = sign == u',';
                binary = false;
                continue;
            } else {
                product << readFactor();
                product.back().multiplied = multiplied;
                multiplied = false;
            }
            binary = true;
        }
        flush(product, pieces, may_break);
        return pieces;
    }

    /// Break opportunities: before a sum continues and before further equals signs; the first one stays with its left
    /// side.
    static bool mayBreakBefore(QChar sign, const QList<FormulaPiece>& before)
    {
        const auto relates = [](const FormulaPiece& p) {
            return p.row.contains(space + u'=') || p.row == u'=' + space;
        };
        return sign == u'+' || sign == u'−' || (sign == u'=' && std::ranges::any_of(before, relates));
    }

    static void flush(QList<Factor>& product, QList<FormulaPiece>& pieces, bool may_break)
    {
        const qsizetype first = pieces.size();
        QList<Factor> plain;
        const auto multiply = [&](const Factor& by) {
            if (by.multiplied && pieces.size() > first)
                pieces << FormulaPiece{times, {}, {}};
        };
        const auto put = [&] {
            if (plain.isEmpty())
                return;
            multiply(plain.front());
            pieces << FormulaPiece{productOf(plain), {}, {}};
            plain.clear();
        };
        for (const Factor& factor : product) {
            if (!isLarge(factor.pieces)) {
                plain << factor;
                continue;
            }
            put();
            multiply(factor);
            pieces << factor.pieces;
        }
        put();
        if (may_break && pieces.size() > first)
            pieces[first].may_break = true;
        product.clear();
    }

    /// All factors before the slash over all that are divided by.
    FormulaPiece readFraction(const QList<Factor>& above)
    {
        QList<Factor> below;
        QString row = productOf(above);
        while (is(Kind::divide)) {
            ++m_at;
            if (atEnd() || is(Kind::close))
                return {row + u'/', {}, {}};
            below << readFactor();
            row += u'/' + below.back().html;
        }
        return {row, bareProduct(above), bareProduct(below)};
    }

    Factor readFactor()
    {
        Factor factor = readBase();
        while (is(Kind::power)) {
            ++m_at;
            if (atEnd())
                break;
            const QString power = QStringLiteral("<sup>%1</sup>").arg(readBase().bare);
            factor.html += power;
            factor.bare = factor.html;
            if (!factor.pieces.isEmpty())
                factor.pieces << FormulaPiece{power, {}, {}};
        }
        return factor;
    }

    /// Brackets nested too deeply are drawn as is.
    Factor readBase()
    {
        const Token& token = next();
        if (m_depth > deepest && (token.kind == Kind::open || token.kind == Kind::root))
            return plain(token.text);
        if (token.kind == Kind::open)
            return readBracket();
        if (token.kind == Kind::root)
            return readRoot();
        if (token.kind == Kind::number)
            return plain(numberHtml(token.text));
        if (token.kind != Kind::name)
            return plain(token.text.toHtmlEscaped());
        Factor factor = plain(symbolHtml(token.text));
        while (is(Kind::name) && !m_tokens[m_at].touches)
            factor.html = factor.bare = factor.html + space + symbolHtml(next().text);
        if (is(Kind::open) && m_tokens[m_at].touches && m_depth <= deepest) {
            ++m_at;
            const Factor of = readBracket();
            factor.pieces = QList{FormulaPiece{factor.html, {}, {}}} + of.pieces;
            factor.html = factor.bare = factor.html + of.html;
        }
        return factor;
    }

    Factor readBracket()
    {
        ++m_depth;
        const QList<FormulaPiece> inside = readSum();
        --m_depth;
        if (is(Kind::close))
            ++m_at;
        const QString row = rowOf(inside);
        Factor factor{QStringLiteral("(%1)").arg(row), row, {}};
        factor.pieces = QList{FormulaPiece{QStringLiteral("("), {}, {}}} + inside
            + QList{FormulaPiece{QStringLiteral(")"), {}, {}}};
        return factor;
    }

    /// Under a bar; over subscripts a bar would be broken, so these keep their brackets.
    Factor readRoot()
    {
        const QString root = QStringLiteral("√");
        if (atEnd())
            return plain(root);
        ++m_depth;
        const Factor of = readBase();
        --m_depth;
        const bool level = !of.bare.contains(QLatin1String("<su"));
        return plain(root
            + (level ? QStringLiteral("<span style=\"text-decoration:overline\">%1</span>").arg(of.bare) : of.html));
    }

    static Factor plain(const QString& html) { return {html, html, {}}; }

    static constexpr int deepest = 40;

    QList<Token> m_tokens;
    qsizetype m_at = 0;
    int m_depth = 0; ///< of brackets and roots
};

} // namespace

QString symbolHtml(const QString& symbol)
{
    static const QRegularExpression parts(
        QStringLiteral("^([^_₀-₉⸝⁰¹²³⁴-⁹⁻*]+)(?:_([^_₀-₉⸝⁰¹²³⁴-⁹⁻*]+))?([₀-₉⸝]*)([⁰¹²³⁴-⁹⁻*]*)$"));
    const auto found = parts.match(symbol);
    if (!found.hasMatch())
        return symbol.toHtmlEscaped();
    QString html = letters(found.captured(1));
    if (const QString below = found.captured(2); !below.isEmpty())
        html += QStringLiteral("<sub>%1</sub>").arg(letters(below));
    if (const QString below = found.captured(3); !below.isEmpty())
        html += QStringLiteral("<sub>%1</sub>").arg(plainDigits(below));
    if (const QString above = found.captured(4); !above.isEmpty())
        html += QStringLiteral("<sup>%1</sup>").arg(plainDigits(above));
    return html;
}

QList<FormulaPiece> formulaPieces(const QString& formula)
{
    return FormulaReader(tokensOf(formula)).readAll();
}

} // namespace kneepoint
