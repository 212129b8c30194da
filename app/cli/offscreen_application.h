// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <memory>

namespace kneepoint {

/// A Qt application that needs no display; uses the existing one if there is one.
class OffscreenApplication {
public:
    /// `scale`: pixels of a picture per pixel of its size.
    explicit OffscreenApplication(double scale = 1);

private:
    int m_argc = 1;
    char m_name[10] = "kneepoint";
    char* m_argv[2] = {m_name, nullptr};
    std::unique_ptr<QApplication> m_application;
};

} // namespace kneepoint
