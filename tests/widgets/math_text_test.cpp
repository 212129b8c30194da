// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/math_text.h"

#include "model/lesson/formula.h"
#include "tests/support/test_registry.h"
#include "widgets/formula_pieces.h"
#include "widgets/math_label.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QTest>
#include <QTextDocument>

using namespace kneepoint;

namespace {

/// "t = |2·(K − 1)/K|·|S/B": fractions with their bar as a slash, pieces apart.
QString pieces(const QString& formula)
{
    QStringList found;
    for (const FormulaPiece& piece : formulaPieces(formula)) {
        QTextDocument text;
        text.setHtml(piece.isFraction() ? QStringLiteral("%1 ⁄ %2").arg(piece.above, piece.below) : piece.row);
        found << text.toPlainText().replace(QChar::Nbsp, u' ');
    }
    return found.join(u'|');
}

MathStyle wide()
{
    return {QFont(), theme(ThemeMode::light).text, 2000};
}

} // namespace

/// Formulas typeset as in a textbook.
class MathTextTest : public QObject {
    Q_OBJECT

private slots:
    void fractionsAreStacked_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<QString>("set");
        const auto row = [](const char* formula, const char* set) {
            QTest::newRow(formula) << QString::fromUtf8(formula) << QString::fromUtf8(set);
        };
        row("t = 2·(K − 1)/K·S/B", "t| = |2·(K − 1) ⁄ K|·|S ⁄ B");
        row("γ(K) = t_comm/t_comp", "γ(K)| = |tcomm ⁄ tcomp");
        row("6·N·B/(2·N·e)", "6·N·B ⁄ 2·N·e");
        row("a/b/c", "a ⁄ b·c");
        row("1/(1 + B/B_crit)", "1 ⁄ 1 + B/Bcrit");
        row("(a/b + c)·d", "(|a ⁄ b| + |c|)|·|d");
        row("2·(8 − 1)·0 s", "2|·|(|8| − |1|)|·|0 s");
        row("bubble/ideal time = (p − 1)/m", "bubble ⁄ ideal time| = |p − 1 ⁄ m");
        row("2 GB/(25 GB/s) = 80 ms", "2 GB ⁄ 25 GB/s| = |80 ms");
        row("= 25 GB/s", "= |25 GB/s");
        row("min(a, −b)", "min|(|a|, |−|b|)");
    }
    void fractionsAreStacked()
    {
        QFETCH(const QString, formula);
        QFETCH(const QString, set);
        QCOMPARE(pieces(formula), set);
    }

    void symbolsHaveTheirSubscriptsAndPowers_data()
    {
        QTest::addColumn<QString>("symbol");
        QTest::addColumn<QString>("html");
        const auto row = [](const char* symbol, const char* html) {
            QTest::newRow(symbol) << QString::fromUtf8(symbol) << QString::fromUtf8(html);
        };
        row("K", "<i>K</i>");
        row("γ", "<i>γ</i>");
        row("MFU", "MFU");
        row("t_comm", "<i>t</i><sub>comm</sub>");
        row("B_g", "<i>B</i><sub><i>g</i></sub>");
        row("t₁", "<i>t</i><sub>1</sub>");
        row("S₁⸝₂", "<i>S</i><sub>1/2</sub>");
        row("log₂", "log<sub>2</sub>");
        row("m²", "<i>m</i><sup>2</sup>");
        row("Φ⁻¹", "<i>Φ</i><sup>−1</sup>");
        row("<b>", "&lt;b&gt;");
    }
    void symbolsHaveTheirSubscriptsAndPowers()
    {
        QFETCH(const QString, symbol);
        QFETCH(const QString, html);
        QCOMPARE(symbolHtml(symbol), html);
    }

    void rootsAndPowersOfParenthesesAreTypeset()
    {
        QVERIFY(formulaHtml(QStringLiteral("τ = √(2·c·M)"), wide()).contains(QStringLiteral("overline")));
        QVERIFY(formulaHtml(QStringLiteral("(1 − p)^n"), wide()).contains(QStringLiteral(")<sup><i>n</i></sup>")));
    }

    void runningTextKeepsItsWords()
    {
        QCOMPARE(proseHtml(QStringLiteral("t_comm of <b>cluster.link_rate</b>, 10⁹, step_s")),
            QStringLiteral("<i>t</i><sub>comm</sub> of &lt;b&gt;cluster.link_rate&lt;/b&gt;, 10<sup>9</sup>, step_s"));
    }

    void noLineBreaksInsideAShortFormulaOrAUnit()
    {
        QCOMPARE(proseHtml(QStringLiteral("at K = 8 and (K − 1), 25 GB/s")),
            QStringLiteral("at K&nbsp;=&nbsp;8 and (K&nbsp;−&nbsp;1), 25 GB/&#8288;s"));
    }

    void aNumberStaysWithItsUnit()
    {
        QCOMPARE(withUnbrokenNumbers(QStringLiteral("average 214 GB/s of 95 % and/or 2 GPUs")),
            QStringLiteral("average 214\u00a0GB/\u2060s of 95\u00a0% and/or 2\u00a0GPUs"));
    }

    void aLongFormulaWraps()
    {
        const QString formula = QStringLiteral("R = min(peak, memory bandwidth × AI, network bandwidth × CI)");
        MathStyle narrow = wide();
        QCOMPARE(formulaHtml(formula, narrow).count(QStringLiteral("<p")), 1);
        narrow.width = 300;
        QVERIFY(formulaHtml(formula, narrow).count(QStringLiteral("<p")) > 1);
    }

    /// No piece of a formula is lost.
    void everyFormulaOfTheProgramIsTypesetCompletely()
    {
        for (const Formula& f : formulas()) {
            const QString plain = toQString(formulaText(f));
            QString letters;
            for (const FormulaPiece& piece : formulaPieces(plain)) {
                QTextDocument text;
                text.setHtml(piece.row);
                letters += text.toPlainText();
            }
            const auto count = [](const QString& text) {
                return std::ranges::count_if(text, [](QChar c) { return c.isLetter(); });
            };
            QVERIFY2(count(letters) == count(plain), qPrintable(plain + QStringLiteral(": ") + letters));
        }
    }

    void malformedFormulasAreTypesetToo()
    {
        for (const char* text : {"", ")", "a) + b/", "x ^ / )(", "((((", "√", "/", "^^", "·", "1/0/", "<i>", "&amp;"})
            QVERIFY(!formulaHtml(QString::fromUtf8(text), wide()).contains(QStringLiteral("<i></i>")));
        for (const char16_t open : {u'(', u'√', u'/'})
            QVERIFY(formulaPieces(QString(20000, open)).size() > 0);
    }

    void labelsAreAccessibleAsPlainTextAndFollowTheTheme()
    {
        MathLabel label;
        label.setFormula(QStringLiteral("γ = t_comm/t_comp"));
        QCOMPARE(label.accessibleName(), QStringLiteral("γ = t_comm/t_comp"));
        const QString before = label.text();
        QPalette palette = label.palette();
        palette.setColor(QPalette::WindowText, theme(ThemeMode::dark).text);
        label.setPalette(palette);
        QVERIFY(label.text() != before);
        QCOMPARE(label.accessibleName(), QStringLiteral("γ = t_comm/t_comp"));
    }
    void aPageHasATitleHeadingsLabelsAndItems()
    {
        const QString html = pageHtml(QStringLiteral("Title – for the instructor\n\nGoal: To know.\n\nStep\n  Why?\n"
                                                     "  – once: 2 GB < 3 GB: twice.\n\n    t = S/B\n\nText: as it is."),
            {QFont(), Qt::black, 400});
        for (const char* part : {"<h2>Title – for the instructor</h2>", "<b>Goal:</b> To know.", ">Step</h3>",
                 ">Why?</p>", "– <i>once:</i> 2 GB &lt; 3 GB: twice.", "<table"})
            QVERIFY2(html.contains(QString::fromUtf8(part)), qPrintable(html));
        QCOMPARE(html.count(QStringLiteral("<h3")), 1);
    }
};

KNEEPOINT_TEST(MathTextTest)
#include "math_text_test.moc"
