// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/every_page.h"
#include "tests/support/test_registry.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace kneepoint;
using test::Stage;

namespace {

/// The viewport in which a widget scrolls; null if it does not.
const QWidget* viewportOf(const QWidget& widget)
{
    for (const QWidget* up = widget.parentWidget(); up && !up->isWindow(); up = up->parentWidget())
        if (const auto* area = qobject_cast<const QAbstractScrollArea*>(up->parentWidget());
            area && area->viewport() == up)
            return up;
    return nullptr;
}

/// Text that is elided on purpose is in the tool tip.
bool isElided(const QWidget& widget, const QString& text)
{
    const QString plain = QString(text).replace(QStringLiteral("&&"), QStringLiteral("&"));
    return widget.minimumSizeHint().width() < widget.sizeHint().width() && widget.toolTip().contains(plain.left(8));
}

/// Whether the text of a label is cut: wider than its place, or higher where it wraps.
bool isCut(const QLabel& label)
{
    if (label.text().isEmpty() || !label.pixmap().isNull() || isElided(label, label.text()))
        return false;
    if (label.wordWrap())
        return label.heightForWidth(label.width()) > label.height() + 1;
    return label.sizeHint().width() > label.width() + 1;
}

bool isCut(const QPushButton& button)
{
    return !button.text().isEmpty() && button.sizeHint().width() > button.width() + 1
        && !isElided(button, button.text());
}

/// Whether a part of the widget is out of sight, for good: what scrolls may be beneath the edge, but not beside it.
bool isOutOfSight(const QWidget& widget)
{
    const QWidget* frame = viewportOf(widget);
    const bool scrolls = frame;
    if (!frame)
        frame = widget.window();
    const QRect place(widget.mapTo(frame, QPoint()), widget.size());
    const bool beside = place.left() < -1 || place.right() > frame->width() + 1;
    return beside || (!scrolls && (place.top() < -1 || place.bottom() > frame->height() + 1));
}

QString nameOf(const QWidget& widget, const QString& text)
{
    return QStringLiteral("%1 “%2” %3x%4, wants %5x%6")
        .arg(QLatin1String(widget.metaObject()->className()), text.left(60))
        .arg(widget.width())
        .arg(widget.height())
        .arg(widget.sizeHint().width())
        .arg(widget.sizeHint().height());
}

QStringList faultsIn(const QWidget& window)
{
    QStringList faults;
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->isVisible() && (isCut(*label) || (!label->text().isEmpty() && isOutOfSight(*label))))
            faults << nameOf(*label, label->text());
    for (const QPushButton* button : window.findChildren<QPushButton*>())
        if (button->isVisible() && (isCut(*button) || isOutOfSight(*button)))
            faults << nameOf(*button, button->text());
    return faults;
}

/// For who wants to look at the pages: into the folder KNEEPOINT_PICTURES, if it is set.
void savePicture(QWidget& shown, const QString& page, bool dark)
{
    const QString folder = qEnvironmentVariable("KNEEPOINT_PICTURES");
    if (!folder.isEmpty())
        shown.grab().save(QStringLiteral("%1/%2x%3-%4-%5.png")
                              .arg(folder)
                              .arg(shown.window()->width())
                              .arg(shown.window()->height())
                              .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"), page));
}

} // namespace

/// Every label and button of every page and dialog is whole, on every screen that is common in lecture rooms. The
/// layout is made in logical pixels, so that a scale is a smaller screen: 1280 × 720 is 1024 × 576 at a scale of 1.25
/// and 853 × 480 at 1.5, and 1920 × 1080 is 960 × 540 at 2.
class TextFitTest : public QObject {
    Q_OBJECT

private slots:
    void everyTextIsWhole_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addRow("light") << false;
        QTest::addRow("dark") << true;
    }
    void everyTextIsWhole()
    {
        QFETCH(const bool, dark);
        Stage stage("llama3-70b-512xh100");
        stage.window.setThemeChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
        QStringList faults;
        test::visitEveryPage(stage, {{853, 480}, {960, 540}, {1024, 576}, {1280, 720}, {1366, 768}, {1920, 1080}},
            [&](const QString& page, QWidget& shown, QSize screen) {
                savePicture(shown, page, dark);
                const QSize size = shown.size();
                const QString where =
                    QStringLiteral("%1 at %2x%3: ").arg(page).arg(screen.width()).arg(screen.height());
                if (&shown == &stage.window ? size != screen : size.boundedTo(screen) != size)
                    faults << where + QStringLiteral("%1x%2").arg(size.width()).arg(size.height());
                for (const QString& fault : faultsIn(shown))
                    faults << where + fault;
            });
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }
};

KNEEPOINT_TEST(TextFitTest)
#include "text_fit_test.moc"
