// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/failing_calls.h"

#include <cerrno>
#include <cstdarg>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

namespace kneepoint::test {
namespace {

thread_local FailingCalls* active = nullptr;
thread_local bool other_user = false;
thread_local bool undeletable = false;
thread_local std::optional<WriteProtected::What> write_protected;

bool fails(const char* name)
{
    return active && active->fails(name);
}

void tell(std::string_view name, int file = -1, std::string_view bytes = {})
{
    if (before_call)
        before_call(name, file, bytes);
}

} // namespace

void (*before_call)(std::string_view name, int file, std::string_view bytes) = nullptr;

FailingCalls::FailingCalls(std::size_t failing, int error, From from)
    : m_failing(failing)
    , m_error(error)
    , m_from(from)
{
    active = this;
}

FailingCalls::~FailingCalls()
{
    active = nullptr;
}

bool FailingCalls::fails(const char* name)
{
    m_names.emplace_back(name);
    const bool now =
        m_failing > 0 && (m_names.size() == m_failing || (m_from == From::on && m_names.size() > m_failing));
    if (now)
        errno = m_error;
    return now;
}

OtherUser::OtherUser()
{
    other_user = true;
}
OtherUser::~OtherUser()
{
    other_user = false;
}

Undeletable::Undeletable()
{
    undeletable = true;
}
Undeletable::~Undeletable()
{
    undeletable = false;
}

WriteProtected::WriteProtected(What what)
{
    write_protected = what;
}
WriteProtected::~WriteProtected()
{
    write_protected.reset();
}

} // namespace kneepoint::test

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker's names
extern "C" {
int __real_open(const char* path, int flags, mode_t mode);
ssize_t __real_read(int file, void* bytes, size_t size);
ssize_t __real_write(int file, const void* bytes, size_t size);
int __real_fsync(int file);
int __real_ftruncate(int file, off_t size);
int __real_fchmod(int file, mode_t mode);
int __real_close(int file);
int __real_rename(const char* from, const char* to);
uid_t __real_geteuid();
int __real_unlink(const char* path);
int __real_access(const char* path, int mode);

int __wrap_open(const char* path, int flags, ...)
{
    mode_t mode = 0;
    if ((flags & O_CREAT) != 0) {
        va_list rest;
        va_start(rest, flags);
        mode = va_arg(rest, mode_t);
        va_end(rest);
    }
    kneepoint::test::tell((flags & O_CREAT) != 0 ? "create" : "open");
    return kneepoint::test::fails("open") ? -1 : __real_open(path, flags, mode);
}
ssize_t __wrap_read(int file, void* bytes, size_t size)
{
    return kneepoint::test::fails("read") ? -1 : __real_read(file, bytes, size);
}
ssize_t __wrap_write(int file, const void* bytes, size_t size)
{
    kneepoint::test::tell("write", file, {static_cast<const char*>(bytes), size});
    return !kneepoint::test::fails("write") ? __real_write(file, bytes, size) : errno == 0 ? 0 : -1;
}
int __wrap_fsync(int file)
{
    kneepoint::test::tell("fsync");
    return kneepoint::test::fails("fsync") ? -1 : __real_fsync(file);
}
int __wrap_ftruncate(int file, off_t size)
{
    return kneepoint::test::fails("ftruncate") ? -1 : __real_ftruncate(file, size);
}
int __wrap_fchmod(int file, mode_t mode)
{
    return kneepoint::test::fails("fchmod") ? -1 : __real_fchmod(file, mode);
}
/// A failing close() closes the file all the same.
int __wrap_close(int file)
{
    const bool writable = (fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY;
    const int result = __real_close(file);
    return writable && kneepoint::test::fails("close") ? -1 : result;
}
int __wrap_rename(const char* from, const char* to)
{
    kneepoint::test::tell("rename");
    return kneepoint::test::fails("rename") ? -1 : __real_rename(from, to);
}
int __wrap_access(const char* path, int mode)
{
    using kneepoint::test::WriteProtected, kneepoint::test::write_protected;
    struct stat there { };
    if (!write_protected || stat(path, &there) != 0
        || S_ISDIR(there.st_mode) != (*write_protected == WriteProtected::What::folders))
        return __real_access(path, mode);
    errno = EACCES;
    return -1;
}
int __wrap_unlink(const char* path)
{
    if (!kneepoint::test::undeletable)
        return __real_unlink(path);
    errno = EACCES;
    return -1;
}
uid_t __wrap_geteuid()
{
    return __real_geteuid() + (kneepoint::test::other_user ? 1 : 0);
}
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
