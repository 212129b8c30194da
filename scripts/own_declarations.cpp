// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A module of clang-tidy for scripts/tidy: the checks look at declarations of the project only. Without it they walk
// through every class of Qt and the standard library that a source includes, which takes four fifths of a run, and what
// they find there is not shown.

#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang-tidy/ClangTidyModuleRegistry.h>

#include <vector>

namespace {

// Not a check of its own: it sees the translation unit, whose declarations the others visit next, first.
class OwnDeclarations final : public clang::tidy::ClangTidyCheck {
public:
    using ClangTidyCheck::ClangTidyCheck;

    void registerMatchers(clang::ast_matchers::MatchFinder* finder) override
    {
        finder->addMatcher(clang::ast_matchers::translationUnitDecl().bind("unit"), this);
    }

    void check(const clang::ast_matchers::MatchFinder::MatchResult& result) override
    {
        std::vector<clang::Decl*> own;
        for (clang::Decl* declaration : result.Nodes.getNodeAs<clang::TranslationUnitDecl>("unit")->decls())
            if (!result.SourceManager->isInSystemHeader(declaration->getLocation()))
                own.push_back(declaration);
        result.Context->setTraversalScope(own);
    }
};

class Module final : public clang::tidy::ClangTidyModule {
public:
    void addCheckFactories(clang::tidy::ClangTidyCheckFactories& factories) override
    {
        factories.registerCheck<OwnDeclarations>("kneepoint-own-declarations");
    }
};

const clang::tidy::ClangTidyModuleRegistry::Add<Module> registration(
    "kneepoint", "What is checked is the project's own");

} // namespace
