// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/save_file.h"

#include <QFile>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace kneepoint {
namespace {

using Path = std::filesystem::path;

/// The errno of the first call that failed, or 0.
using Errno = int;

Errno errnoOf(bool succeeded)
{
    return succeeded ? 0 : errno;
}

/// An open file. Its destructor closes it if close() was not called.
class OpenFile {
public:
    OpenFile(const Path& path, int flags, mode_t mode = 0)
        : m_descriptor(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, mode))
        , m_opened(errnoOf(m_descriptor >= 0))
    {
    }
    ~OpenFile() { (void)close(); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    [[nodiscard]] Errno opened() const { return m_opened; }
    [[nodiscard]] int descriptor() const { return m_descriptor; }

    [[nodiscard]] Errno write(std::string_view content) const
    {
        while (!content.empty()) {
            const ssize_t written = ::write(m_descriptor, content.data(), content.size());
            if (written > 0)
                content.remove_prefix(static_cast<std::size_t>(written));
            else if (written == 0 || errno != EINTR)
                return written == 0 ? EIO : errno;
        }
        return 0;
    }
    [[nodiscard]] Errno sync() const
    {
        int result = 0;
        do
            result = ::fsync(m_descriptor);
        while (result != 0 && errno == EINTR);
        return errnoOf(result == 0);
    }
    /// Writes over the content from the start, and flushes it to disk.
    [[nodiscard]] Errno replaceContent(std::string_view content) const
    {
        if (::lseek(m_descriptor, 0, SEEK_SET) != 0)
            return errno;
        if (const Errno failed = write(content))
            return failed;
        if (::ftruncate(m_descriptor, static_cast<off_t>(content.size())) != 0)
            return errno;
        return sync();
    }
    /// Linux closes the file even if the call is interrupted.
    [[nodiscard]] Errno close()
    {
        const int descriptor = std::exchange(m_descriptor, -1);
        return errnoOf(descriptor < 0 || ::close(descriptor) == 0 || errno == EINTR);
    }

private:
    int m_descriptor;
    Errno m_opened;
};

/// Makes the names in a folder permanent. File systems that cannot do that say EINVAL; a folder that can be written but
/// not read cannot be opened for it.
Errno syncFolder(const Path& folder)
{
    OpenFile opened(folder, O_RDONLY | O_DIRECTORY);
    if (const Errno failed = opened.opened())
        return failed == EACCES ? 0 : failed;
    const Errno failed = opened.sync();
    return failed == EINVAL ? 0 : failed;
}

/// Gives a new file the group, access list and extended attributes of the one that it replaces, as far as the file
/// system and the user's rights allow.
void takeAttributes(int descriptor, const Path& from, const struct stat& there)
{
    (void)(::fchown(descriptor, static_cast<uid_t>(-1), there.st_gid) == 0);
    std::array<char, 1 << 16> names{};
    std::array<char, 1 << 16> value{};
    const ssize_t length = ::listxattr(from.c_str(), names.data(), names.size());
    for (const char* name = names.data(); name < names.data() + length; name += std::strlen(name) + 1)
        if (const ssize_t size = ::getxattr(from.c_str(), name, value.data(), value.size()); size >= 0)
            (void)(::fsetxattr(descriptor, name, value.data(), static_cast<std::size_t>(size), 0) == 0);
}

/// The attributes of a new file.
struct NewFile {
    mode_t mode = 0666;
    bool exact_mode = false;            ///< whatever the umask says
    const Path* like = nullptr;         ///< takes its attributes, if any
    const struct stat* there = nullptr; ///< of that file
};

/// Writes a new file under an unused name in the folder. On failure, nothing is left behind.
Errno writeNewFile(const Path& folder, std::string_view content, const NewFile& wanted, Path& path)
{
    std::random_device random;
    char name[32];
    std::snprintf(name, sizeof name, ".kneepoint-%08x%08x", random(), random());
    path = folder / name;
    OpenFile file(path, O_WRONLY | O_CREAT | O_EXCL, wanted.mode);
    if (file.opened())
        return file.opened();
    if (wanted.like)
        takeAttributes(file.descriptor(), *wanted.like, *wanted.there);
    Errno failed = errnoOf(!wanted.exact_mode || ::fchmod(file.descriptor(), wanted.mode) == 0);
    if (!failed)
        failed = file.write(content);
    if (!failed)
        failed = file.sync();
    const Errno unclosed = file.close();
    if (!failed)
        failed = unclosed;
    if (failed)
        ::unlink(path.c_str());
    return failed;
}

constexpr mode_t owner_only = 0600;

/// As the user's other files, or as before; or nobody else.
enum class FileReaders { usual, owner };

/// `there`: the existing file, if any.
Errno replaceFile(const Path& path, std::string_view content, const struct stat* there, FileReaders readers)
{
    constexpr mode_t permissions = 07777;
    const Path folder = path.has_parent_path() ? path.parent_path() : Path(".");
    NewFile wanted;
    if (readers == FileReaders::owner)
        wanted = {.mode = owner_only, .exact_mode = true};
    else if (there)
        wanted = {.mode = there->st_mode & permissions, .exact_mode = true, .like = &path, .there = there};
    Path fresh;
    if (const Errno failed = writeNewFile(folder, content, wanted, fresh))
        return failed;
    if (::rename(fresh.c_str(), path.c_str()) != 0) {
        const Errno failed = errno;
        ::unlink(fresh.c_str());
        return failed;
    }
    return syncFolder(folder);
}

Result<void> couldNotSave(const QString& path, Errno failed)
{
    return failure(path.toStdString() + " could not be saved: " + std::generic_category().message(failed));
}

Errno readAll(const OpenFile& file, std::string& content)
{
    char block[1 << 16];
    for (;;) {
        const ssize_t got = ::read(file.descriptor(), block, sizeof block);
        if (got == 0)
            return 0;
        if (got > 0)
            content.append(block, static_cast<std::size_t>(got));
        else if (errno != EINTR)
            return errno;
    }
}

Result<void> overwriteFile(const QString& shown, const Path& path, std::string_view content)
{
    OpenFile file(path, O_RDWR);
    std::string old;
    if (const Errno failed = file.opened() ? file.opened() : readAll(file, old))
        return couldNotSave(shown, failed);
    std::error_code no_folder;
    const Path folder = ::access(path.parent_path().c_str(), W_OK) == 0
        ? path.parent_path()
        : std::filesystem::temp_directory_path(no_folder);
    Path backup;
    if (const Errno failed = writeNewFile(folder, old, {.mode = owner_only, .exact_mode = true}, backup))
        return couldNotSave(shown, failed);
    const Errno unwritten = file.replaceContent(content);
    const bool restored = !unwritten || !file.replaceContent(old);
    const Errno unclosed = file.close();
    if (!restored || unclosed)
        return failure(couldNotSave(shown, unwritten ? unwritten : unclosed).error().message
            + "; its old content is in " + backup.string());
    const Errno kept = errnoOf(::unlink(backup.c_str()) == 0);
    if (unwritten)
        return couldNotSave(shown, unwritten);
    if (kept)
        return failure(shown.toStdString() + " is saved, but its backup could not be deleted: "
            + std::generic_category().message(kept) + "; its old content is in " + backup.string());
    return {};
}

Result<void> saveRegular(const QString& shown, const Path& path, std::string_view content, FileReaders readers)
{
    struct stat there { };
    if (::stat(path.c_str(), &there) != 0) {
        const Errno failed = replaceFile(path, content, nullptr, readers);
        return failed ? couldNotSave(shown, failed) : Result<void>();
    }
    if (!S_ISREG(there.st_mode))
        return failure(shown.toStdString() + " could not be saved: it is not a regular file");
    std::error_code error;
    const Path real = std::filesystem::canonical(path, error); // a link stays a link
    if (error || ::access(real.c_str(), W_OK) != 0)
        return couldNotSave(shown, error ? error.value() : errno);
    const bool replaceable =
        there.st_nlink == 1 && there.st_uid == ::geteuid() && ::access(real.parent_path().c_str(), W_OK) == 0;
    if (!replaceable)
        return overwriteFile(shown, real, content);
    const Errno failed = replaceFile(real, content, &there, readers);
    return failed ? couldNotSave(shown, failed) : Result<void>();
}

/// Opened without waiting for a reader; then written at the reader's pace.
Result<void> writeInto(const QString& shown, const Path& path, std::string_view content)
{
    OpenFile file(path, O_WRONLY);
    Errno failed = file.opened();
    if (failed == ENXIO)
        return failure(shown.toStdString() + " could not be saved: nothing reads from it");
    if (!failed)
        failed = errnoOf(::fcntl(file.descriptor(), F_SETFL, 0) == 0);
    if (!failed)
        failed = file.write(content);
    const Errno unclosed = file.close();
    return failed || unclosed ? couldNotSave(shown, failed ? failed : unclosed) : Result<void>();
}

std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace

Result<void> saveFile(const QString& path, const QByteArray& content)
{
    return saveRegular(path, QFile::encodeName(path).toStdString(), viewOf(content), FileReaders::usual);
}

Result<void> savePrivateFile(const QString& path, const QByteArray& content)
{
    return saveRegular(path, QFile::encodeName(path).toStdString(), viewOf(content), FileReaders::owner);
}

Result<void> saveOutput(const QString& path, const QByteArray& content)
{
    struct stat there { };
    const Path name = QFile::encodeName(path).toStdString();
    if (::stat(name.c_str(), &there) != 0 || S_ISREG(there.st_mode) || S_ISDIR(there.st_mode))
        return saveFile(path, content);
    return writeInto(path, name, viewOf(content));
}

} // namespace kneepoint
