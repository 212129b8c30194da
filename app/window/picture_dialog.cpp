// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/picture_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QSpinBox>

namespace kneepoint {
namespace {

constexpr int least_side = 320;
constexpr int most_side = 8192;

QSpinBox* sideBox(int value, const QString& name)
{
    auto* box = new QSpinBox;
    box->setRange(least_side, most_side);
    box->setValue(value);
    box->setSuffix(QStringLiteral(" px"));
    box->setAccessibleName(name);
    return box;
}

} // namespace

PictureDialog::PictureDialog(const PictureChoice& suggested, QWidget* parent)
    : QDialog(parent)
    , m_width(sideBox(suggested.size.width(), tr("Width")))
    , m_height(sideBox(suggested.size.height(), tr("Height")))
    , m_scale(new QComboBox)
    , m_theme(new QComboBox)
{
    setWindowTitle(tr("Export the board"));
    for (const double scale : {1.0, 1.5, 2.0, 3.0, 4.0})
        m_scale->addItem(tr("%1×").arg(scale), scale);
    m_scale->setCurrentIndex(m_scale->findData(suggested.scale));
    m_scale->setAccessibleName(tr("Scale"));
    m_scale->setToolTip(tr("Pixels of a PNG for each pixel of the layout; SVG and PDF are sharp at any size."));
    m_theme->addItem(tr("Light"), static_cast<int>(ThemeMode::light));
    m_theme->addItem(tr("Dark"), static_cast<int>(ThemeMode::dark));
    m_theme->setCurrentIndex(m_theme->findData(static_cast<int>(suggested.theme)));
    m_theme->setAccessibleName(tr("Theme"));
    auto* form = new QFormLayout(this);
    form->addRow(tr("Width"), m_width);
    form->addRow(tr("Height"), m_height);
    form->addRow(tr("Scale"), m_scale);
    form->addRow(tr("Theme"), m_theme);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(tr("Choose a file…"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);
}

PictureChoice PictureDialog::choice() const
{
    return {QSize(m_width->value(), m_height->value()), m_scale->currentData().toDouble(),
        static_cast<ThemeMode>(m_theme->currentData().toInt())};
}

} // namespace kneepoint
