// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "widgets/charts/kit/handles.h"
#include "widgets/charts/kit/hit.h"
#include "widgets/charts/kit/hover.h"
#include "widgets/csv_table.h"
#include "widgets/shared_analysis.h"
#include "widgets/theme/theme.h"

#include <QPen>
#include <QWidget>

#include <array>
#include <functional>
#include <map>
#include <string>

class QCPAxis;
class QCustomPlot;
class QMenu;
class QMouseEvent;

namespace kneepoint {

class FileSaver;
class Legend;
class SentenceLine;
struct Metric;

/// A plot with a sentence above it that summarizes it. Holds no state of the job: it can be rebuilt from an Analysis at
/// any time. Zooms with the wheel, pans by dragging, resets on double click; F freezes it, Return requests the step at
/// the current point.
class Chart : public QWidget {
    Q_OBJECT

public:
    ~Chart() override;

    using QWidget::show;
    /// A pure view of the analysis; may be called a hundred times per second. A chart that is not visible (behind
    /// another tab) only stores it, and updates when it becomes visible.
    void show(const SharedAnalysis& analysis);
    /// Also what is beside it; without an analysis, until there is one.
    void show(const Shown& shown);

    [[nodiscard]] QString title() const { return accessibleName(); }
    /// Names of the ways to show the same thing, for a switch beside the title: "Share", "Seconds". Empty: only one.
    [[nodiscard]] virtual QStringList variants() const { return {}; }
    [[nodiscard]] virtual int variant() const { return 0; }
    virtual void setVariant(int) { }

    /// The data shown, in base units: a header row and one row per point, with separate columns for the pinned
    /// scenario.
    [[nodiscard]] virtual std::string csv() const;

    /// When frozen, the axes are fixed, and the current curve stays as a ghost behind later ones.
    void setFrozen(bool frozen);
    /// Freezes the axes and the curve of this analysis, regardless of what is shown now.
    void freezeAt(const Analysis& shown);
    [[nodiscard]] bool isFrozen() const { return m_frozen != nullptr; }

    /// Of its palette, which it follows.
    [[nodiscard]] ThemeMode themeMode() const { return modeOf(palette()); }
    /// While true, axis ranges only grow; when it becomes false, they are fitted again.
    void setInteracting(bool interacting);
    [[nodiscard]] bool isInteracting() const { return m_interacting; }

    /// What is known of the part under the pointer, under a heading; empty if there is none.
    [[nodiscard]] virtual QStringList readout() const { return {}; }
    /// Summary of what the chart currently shows; also its accessible description.
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QCustomPlot* plot() const { return m_plot; }
    [[nodiscard]] bool isZoomed() const { return m_zoomed; }
    void resetZoom();
    void copyPicture();
    /// As CSV, see csv().
    void copyData();
    /// Writes the chart, at its size, without waiting for the file; see chartBytes() for the formats.
    void saveTo(const QString& path);
    /// Reports how that went.
    [[nodiscard]] FileSaver& saver() const { return *m_saver; }
    /// Lays out the chart for a picture of a different size than the widget's.
    void layOutFor(QSize plot_size);

    [[nodiscard]] QSize sizeHint() const override { return {480, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 120}; }

signals:
    void workersPicked(double k);
    /// A line or point that represents a parameter is being dragged, or was released.
    void knobDragged(const kneepoint::Parameter* p, double value, bool finished);
    /// The formula of this figure or part is requested; see derivationOf().
    void explained(const QString& id);
    /// The step at the current point is requested.
    void drilled();
    /// Linked cursor; 0 when the pointer leaves.
    void workersHovered(double k);
    /// A copy has been made, in words for the status line.
    void confirmed(const QString& what);
    /// A replot has been painted on the widget.
    void frameDrawn();

public slots:
    /// Shows the linked cursor of another chart; 0 hides it.
    void showCursorAt(double k);

protected:
    Chart(const QString& title, QWidget* parent);

    /// Sets the plot's data from the analysis.
    virtual void present(const Analysis&) { }
    [[nodiscard]] virtual std::string describe(const Analysis& analysis) const = 0;
    /// The table of csv() for one analysis, at the points of the current one.
    [[nodiscard]] virtual CsvTable data(const Analysis&) const { return {}; }
    /// Applies theme and font beyond stylePlot.
    virtual void restyle() { }
    /// Called at the end of the constructor, and whenever palette or font change.
    void applyStyle();

    /// What is at a point of the plot, in its pixels; only called with an analysis.
    [[nodiscard]] virtual Hit hitAt(const QPointF&) { return {}; }
    /// Called when the pointer has moved to another part, or away.
    virtual void hoverChanged() { }
    /// Paints the hover marks and the read-out; only called with an analysis.
    virtual void drawHover(QPainter& painter) const;
    virtual void extendMenu(QMenu&) { }
    /// Adds an entry that can be checked.
    static void addChoice(QMenu& menu, const QString& words, bool checked, const std::function<void()>& choose);
    /// Adds the figures of the headline that apply, except those that may have no value if they `need_values`.
    void addMetrics(QMenu& menu, const Metric& chosen, const std::function<void(const Metric&)>& choose,
        bool need_values = false) const;
    /// The entry of a legend over the plot, if it can be clicked.
    [[nodiscard]] std::optional<Hit> legendHit(Legend& legend, const QPointF& at);
    /// A grabbed line, which drags its parameter.
    [[nodiscard]] Hit lineHit(const LineHandle& line);
    /// The grabbed triangle of the current K.
    [[nodiscard]] Hit workersHit();

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// Sets an axis range under the rule of setInteracting; a zoomed chart keeps what the user chose.
    void fitAxis(QCPAxis& axis, double lower, double upper);
    /// Resets the ranges because the axis has changed its meaning.
    void resetRanges();
    /// The plotting area, in the plot's pixels; of two, the upper one.
    [[nodiscard]] QRectF area() const;
    /// Pixels of values on the lower and on the left axis.
    [[nodiscard]] double xOf(double value) const;
    [[nodiscard]] double yOf(double value) const;
    [[nodiscard]] QPointF pixel(double x, double y) const { return {xOf(x), yOf(y)}; }
    /// The K at a pixel of the lower axis, of those on the curve.
    [[nodiscard]] double workersAt(double x) const;
    /// Across the whole area.
    void drawUpright(QPainter& painter, double x) const;
    void drawLevel(QPainter& painter, double y) const;
    /// Calls `draw` on a layer of the plot at every replot with an analysis; see addPainting().
    void paint(const char* layer, std::function<void(QPainter&)> draw);
    /// Leaves room at the left for the widest label of the axis and its name, at the bottom for labels and name.
    void leaveRoom(const QString& widest, int top, int right);
    [[nodiscard]] const Theme& colors() const { return theme(themeMode()); }
    /// The font of the plot in a role.
    [[nodiscard]] QFont fontOf(FontRole role) const;
    void replot();
    [[nodiscard]] bool hasAnalysis() const { return m_has_analysis; }
    [[nodiscard]] const Analysis& analysis() const { return *m_shown.analysis; }
    [[nodiscard]] const SharedAnalysis& reference() const { return m_shown.reference; }
    [[nodiscard]] const OtherOptions& options() const { return m_shown.options; }
    /// A job whose figures are drawn beside those shown.
    struct Beside {
        SharedAnalysis analysis; ///< null if there is none
        QString name;            ///< "A", "C", "preview"
        QPen pen;                ///< of its lines, without color
    };
    /// The pinned A, three further options, and last the previewed remedy or what was shown before.
    [[nodiscard]] std::array<Beside, 5> beside() const;
    static constexpr std::size_t pinned = 0, previewed = 4;
    /// The letter of the scenario shown, beside a pinned A: "B".
    [[nodiscard]] QString shownLetter() const { return QString(QLatin1Char(options().shown)); }
    /// Of the lines of the options beside A, which is dashed.
    [[nodiscard]] static Qt::PenStyle optionStyle(std::size_t option);
    [[nodiscard]] const SharedAnalysis& ghost() const { return m_shown.ghost ? m_shown.ghost : m_frozen; }
    /// Label of the ghost in the chart.
    [[nodiscard]] QString ghostName() const { return m_shown.ghost ? tr("preview") : tr("before"); }
    /// Whether it is visible if its window is.
    [[nodiscard]] bool isInSight() const;
    /// Updates the chart after a change of options.
    void refresh();
    /// The linked cursor, 0 without one.
    [[nodiscard]] double cursor() const { return m_cursor; }
    [[nodiscard]] const Hover& hovered() const { return m_hover; }
    /// Draws a vertical line through the pointer from now on.
    void showPointerLine() { m_pointer_line = true; }
    /// Draws the read-out next to the pointer, inside these bounds.
    void drawReadoutIn(QPainter& painter, const QRectF& bounds) const;
    /// Called when the parts of the chart have changed.
    void forgetHover() { m_hover.leave(); }

private:
    void presentNow();
    void layOut();
    void arrange();
    /// Redraws the hover marks alone.
    void replotOverlay();
    [[nodiscard]] bool isHovered() const;
    /// Redraws the read-out of a part (see Hover), and moves the cursor to this K here and in the linked charts.
    void setHover(const QPointF& at, int part, double workers = 0);
    void hover(const QPointF& at);
    void leave();
    bool filterMouse(QEvent& event);
    void showMenu(const QPoint& global_position);
    void saveAs();

    QCustomPlot* m_plot;
    SentenceLine* m_line;
    FileSaver* m_saver;
    QString m_sentence;
    Shown m_shown{.analysis = share({})}; ///< empty until one is shown
    SharedAnalysis m_frozen;              ///< the analysis shown when the chart was frozen
    std::map<QCPAxis*, std::pair<double, double>> m_fitted;
    Hover m_hover;
    QPointF m_pressed_at;
    double m_cursor = 0;
    bool m_has_analysis = false;
    bool m_stale = false;
    bool m_resized = false;
    bool m_interacting = false;
    bool m_zoomed = false;
    bool m_pressed = false;
    bool m_pointer_line = false;
    std::function<void(const QPointF& to, bool finished)> m_drag; ///< of the grabbed handle
};

} // namespace kneepoint
