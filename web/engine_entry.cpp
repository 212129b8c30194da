// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/calibration.h"
#include "model/handout/handout_answer.h"

#include <cstddef>
#include <string>

/// The engine as a WebAssembly module: the page writes a request into room(), calls answer(), and reads the text.
namespace {

std::string request;
std::string reply;

} // namespace

extern "C" {

/// Memory for a request of this many bytes.
__attribute__((export_name("room"))) char* room(std::size_t bytes)
{
    request.resize(bytes);
    return request.data();
}

/// Answers the request; the number of bytes of the reply.
__attribute__((export_name("answer"))) std::size_t answer()
{
    reply = kneepoint::handoutAnswer(request, kneepoint::shippedCalibration());
    return reply.size();
}

/// The reply, until the next call of answer().
__attribute__((export_name("reply"))) const char* replyText()
{
    return reply.data();
}
}
