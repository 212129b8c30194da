// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/byte_source.h"

#include "model/units/excerpt.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kneepoint {
namespace {

constexpr std::size_t stored_chunk = 256 << 10;

bool beginsGzip(std::string_view bytes)
{
    return bytes.starts_with("\x1f\x8b");
}

std::string dayOf(std::time_t time)
{
    std::tm parts{};
    return ::gmtime_r(&time, &parts) ? fmt::format("{:%Y-%m-%d}", parts) : std::string();
}

} // namespace

struct ByteSource::State {
    State(std::string file_name, ImportOptions import_options)
        : options(std::move(import_options))
    {
        source.name = std::move(file_name);
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State()
    {
        if (inflating)
            ::inflateEnd(&stream);
        if (file >= 0)
            ::close(file);
    }

    /// The next stored bytes; empty at the end, after an error, and once cancelled.
    std::string_view nextStored()
    {
        if (cancelled || (options.progress && !options.progress(source.bytes > 0 ? stored_read / source.bytes : 1))) {
            cancelled = true;
            return {};
        }
        std::string_view bytes;
        if (file < 0) {
            bytes = memory.substr(0, stored_chunk);
            memory.remove_prefix(bytes.size());
        } else {
            stored.resize(stored_chunk);
            ssize_t got = -1;
            do {
                got = ::read(file, stored.data(), stored.size());
            } while (got < 0 && errno == EINTR);
            if (got < 0)
                damage = fmt::format("reading it failed: {}", std::strerror(errno));
            bytes = std::string_view(stored).substr(0, got > 0 ? static_cast<std::size_t>(got) : 0);
        }
        stored_read += static_cast<double>(bytes.size());
        source.crc32 = static_cast<std::uint32_t>(
            ::crc32_z(source.crc32, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
        return bytes;
    }

    /// Takes the next stored bytes as input of what follows; false at the end.
    bool refill()
    {
        pending = nextStored();
        return !pending.empty();
    }

    std::size_t readPlain(std::span<char> space)
    {
        std::size_t filled = 0;
        while (filled < space.size() && (!pending.empty() || refill())) {
            const std::size_t taken = std::min(pending.size(), space.size() - filled);
            std::copy_n(pending.data(), taken, space.data() + filled);
            pending.remove_prefix(taken);
            filled += taken;
        }
        return filled;
    }

    std::size_t readGzip(std::span<char> space)
    {
        std::size_t filled = 0;
        while (filled < space.size() && !inflated_all) {
            if (pending.empty() && !refill()) {
                if (!cancelled && damage.empty() && !between_members)
                    damage = "the gzip stream ends early";
                inflated_all = true;
                break;
            }
            if (between_members && !startMember())
                break;
            filled += inflateInto(space.subspan(filled));
        }
        return filled;
    }

    /// A gzip file may have several members; anything else after one is padding.
    bool startMember()
    {
        if (static_cast<unsigned char>(pending.front()) != 0x1f) {
            inflated_all = true;
            return false;
        }
        ::inflateReset(&stream);
        between_members = false;
        return true;
    }

    std::size_t inflateInto(std::span<char> space)
    {
        constexpr std::size_t most = 1U << 30;
        stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(pending.data()));
        stream.avail_in = static_cast<unsigned>(pending.size());
        stream.next_out = reinterpret_cast<unsigned char*>(space.data());
        const auto room = static_cast<unsigned>(std::min(space.size(), most));
        stream.avail_out = room;
        const int status = ::inflate(&stream, Z_NO_FLUSH);
        pending = pending.substr(pending.size() - stream.avail_in);
        if (status == Z_STREAM_END) {
            between_members = true;
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            damage = "the gzip stream is damaged";
            inflated_all = true;
        }
        return room - stream.avail_out;
    }

    bool startGzip()
    {
        constexpr int gzip_window = 15 + 16;
        inflating = ::inflateInit2(&stream, gzip_window) == Z_OK;
        return inflating;
    }

    std::size_t readFresh(std::span<char> space) { return inflating ? readGzip(space) : readPlain(space); }

    /// Looks at the first stored bytes.
    void begin()
    {
        if (refill() && beginsGzip(pending) && !startGzip())
            damage = "zlib cannot be started";
    }

    ImportOptions options;
    EvidenceSource source;
    double stored_read = 0;
    int file = -1;
    std::string path;         ///< of a file
    std::string_view memory;  ///< stored bytes that are not read yet
    std::string stored;       ///< buffer of a file
    std::string_view pending; ///< stored bytes read but not used
    z_stream stream{};
    bool inflating = false, inflated_all = false, between_members = false, cancelled = false;
    std::string damage;
    std::string ahead; ///< decompressed for head(), not taken out yet
    std::size_t ahead_taken = 0;
    bool looked_ahead = false;
};

ByteSource::ByteSource(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

Result<ByteSource> ByteSource::open(const std::filesystem::path& path, const ImportOptions& options)
{
    const std::string name = excerpt(path.filename().string());
    auto state = std::make_unique<State>(name, options);
    state->path = path.string();
    state->file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct ::stat info { };
    if (state->file < 0 || ::fstat(state->file, &info) != 0)
        return failure(fmt::format("{}: cannot be opened: {}", name, std::strerror(errno)));
    if (S_ISDIR(info.st_mode))
        return failure(fmt::format("{}: is a folder; name the files in it", name));
    if (!S_ISREG(info.st_mode))
        return failure(fmt::format("{}: is not a regular file", name));
    state->source.bytes = static_cast<double>(info.st_size);
    state->source.date = dayOf(info.st_mtime);
    state->begin();
    return ByteSource(std::move(state));
}

ByteSource ByteSource::of(std::string_view bytes, const std::string& name, const ImportOptions& options)
{
    auto state = std::make_unique<State>(excerpt(name), options);
    state->memory = bytes;
    state->source.bytes = static_cast<double>(bytes.size());
    state->begin();
    return ByteSource(std::move(state));
}

std::string_view ByteSource::head()
{
    State& s = *m_state;
    if (!s.looked_ahead) {
        s.looked_ahead = true;
        s.ahead.resize(spaceFor(recognized_bytes));
        s.ahead.resize(s.readFresh(s.ahead));
    }
    return s.ahead;
}

std::size_t ByteSource::spaceFor(std::size_t most) const
{
    const State& s = *m_state;
    if (s.inflating)
        return most;
    const auto ahead = static_cast<double>(s.ahead.size() - s.ahead_taken + s.pending.size());
    const double left = ahead + std::max(0.0, s.source.bytes - s.stored_read);
    return static_cast<std::size_t>(std::min(static_cast<double>(most), left + 1));
}

std::size_t ByteSource::read(std::span<char> space)
{
    State& s = *m_state;
    const std::size_t kept = std::min(s.ahead.size() - s.ahead_taken, space.size());
    std::copy_n(s.ahead.data() + s.ahead_taken, kept, space.data());
    s.ahead_taken += kept;
    return kept + s.readFresh(space.subspan(kept));
}

Result<std::string> ByteSource::readAll(std::size_t most, std::string_view what)
{
    std::string text;
    while (text.size() <= most) {
        const std::size_t before = text.size();
        const std::size_t step = spaceFor(1 << 20);
        text.resize(before + step);
        text.resize(before + read(std::span(text).subspan(before)));
        if (text.size() < before + step)
            break;
    }
    if (isCancelled())
        return failure(std::string(import_cancelled));
    if (text.size() > most)
        return failure(fmt::format("{} of more than {} MB", what, most >> 20));
    return text;
}

bool ByteSource::isCancelled() const
{
    return m_state->cancelled;
}

std::string_view ByteSource::damage() const
{
    return m_state->damage;
}

const std::string& ByteSource::name() const
{
    return m_state->source.name;
}

std::string ByteSource::plainFile()
{
    return m_state->inflating ? std::string() : m_state->path;
}

EvidenceSource ByteSource::finish()
{
    while (m_state->refill()) { }
    return m_state->source;
}

} // namespace kneepoint
