// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_links.h"

#include "fit/residual.h"
#include "model/catalogue/catalogue.h"
#include "model/validation/validation.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace kneepoint::fit {
namespace {

constexpr double collective_sigma = 0.12; ///< of the logarithm of a collective's time that the law should explain

/// Stores the value of a constant.
void put(LinkSet& set, const LinkConstant& c, double value)
{
    if (c.owner.empty()) {
        const auto found = std::ranges::find(lawConstants(), c.name, &LawConstant::name);
        found->of(set.law) = value;
        return;
    }
    auto& settings = std::ranges::find(set.links, c.owner, &ConstantOwner::id)->settings;
    const auto found = std::ranges::find(settings, c.name, &PresetValue::parameter);
    if (found == settings.end())
        settings.push_back({c.name, value});
    else
        found->value = value;
}

class CurveResidual final : public Residual {
public:
    CurveResidual(std::vector<const LinkConstant*> constants, const LinkSet& starts, const MeasuredCollective& curve,
        SizeTime point, double scale)
        : Residual(startsOf(constants), scale)
        , m_constants(std::move(constants))
        , m_law(starts.law)
        , m_cluster(clusterWith(curve, starts))
        , m_curve(curve)
        , m_point(point)
    {
    }

protected:
    double logRatio(std::span<const double> values) const override
    {
        Scenario s;
        s.cluster = m_cluster;
        const bool can_reduce = s.cluster.switch_reduction > 0;
        CollectiveLaw law = m_law;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const LinkConstant& c = *m_constants[i];
            if (c.owner.empty())
                std::ranges::find(lawConstants(), c.name, &LawConstant::name)->of(law) = values[i];
            else
                parameter(c.name).assign(s, values[i]);
        }
        if (!can_reduce)
            s.cluster.switch_reduction = 0;
        return std::log(predictedCollective(m_curve, s.cluster, law, m_point.bytes) / m_point.seconds);
    }

private:
    std::vector<const LinkConstant*> m_constants;
    CollectiveLaw m_law;
    Cluster m_cluster;
    const MeasuredCollective& m_curve;
    SizeTime m_point;
};

/// Whether a curve shows a constant: one of the law, or of the links that the curve went over. Curves between nodes
/// show what is between nodes only.
bool shows(const MeasuredCollective& curve, const LinkPriors& priors, const LinkConstant& c)
{
    const bool between_nodes = !curve.network.empty();
    if (c.owner.empty())
        return c.between_nodes == between_nodes;
    const auto owner = std::ranges::find(priors.owners, c.owner, &ConstantOwner::id);
    return owner != priors.owners.end() && owner->owns(between_nodes ? curve.network : curve.gpu);
}

LinkSet startSet(const LinkPriors& priors)
{
    LinkSet set;
    set.law.host.ll128_rate = 0;
    set.links = priors.owners;
    for (const LinkConstant& c : priors.constants)
        put(set, c, c.start);
    return set;
}

/// Fits what these curves show, given the rest of `set`.
void fitShown(LinkSet& set, const LinkPriors& priors, const std::vector<const MeasuredCollective*>& curves)
{
    std::vector<double> logs(priors.constants.size(), 0.0);
    std::set<std::size_t> fitted;
    ceres::Problem problem;
    for (const MeasuredCollective* curve : curves) {
        std::vector<const LinkConstant*> constants;
        std::vector<double*> blocks;
        for (std::size_t i = 0; i < logs.size(); ++i)
            if (shows(*curve, priors, priors.constants[i])) {
                constants.push_back(&priors.constants[i]);
                blocks.push_back(&logs[i]);
                fitted.insert(i);
            }
        constexpr double say = 4; // points that one curve counts as
        const double weight = std::sqrt(say / static_cast<double>(curve->record->points.size()));
        for (const SizeTime& point : curve->record->points)
            problem.AddResidualBlock(new CurveResidual(constants, set, *curve, point, weight / collective_sigma),
                new ceres::SoftLOneLoss(1.0), blocks);
    }
    for (const std::size_t i : fitted) {
        const LinkConstant& c = priors.constants[i];
        problem.AddResidualBlock(new Held(c.sigma), nullptr, &logs[i]);
        problem.SetParameterLowerBound(&logs[i], 0, std::log(c.low / c.start));
        problem.SetParameterUpperBound(&logs[i], 0, std::log(c.high / c.start));
    }
    solveQuietly(problem, 1e-6);
    for (const std::size_t i : fitted)
        put(set, priors.constants[i], priors.constants[i].start * std::exp(logs[i]));
}

/// Within a node, a curve graded below A is of a host whose switches, sockets or peer access the source leaves open; it
/// is predicted, but says nothing about links. Between nodes the network is what is asked, and it is stated.
bool teaches(const MeasuredCollective& curve)
{
    return !curve.network.empty() || curve.record->quality == "A";
}

} // namespace

LinkSet fitLinks(const LinkPriors& priors, const MeasuredCollectives& curves, std::string_view left_out)
{
    LinkSet set = startSet(priors);
    for (const bool between_nodes : {false, true}) {
        std::vector<const MeasuredCollective*> shown;
        for (const MeasuredCollective& curve : curves.curves)
            if (teaches(curve) && curve.network.empty() != between_nodes
                && (left_out.empty() || curve.campaign != left_out))
                shown.push_back(&curve);
        fitShown(set, priors, shown);
    }
    return set;
}

LinkFit fitAllLinks(const LinkPriors& priors, const MeasuredCollectives& curves)
{
    LinkFit fit;
    fit.all = fitLinks(priors, curves, "");
    std::set<std::string> campaigns;
    for (const MeasuredCollective& curve : curves.curves)
        campaigns.insert(curve.campaign);
    for (const std::string& campaign : campaigns)
        fit.without.emplace_back(campaign, fitLinks(priors, curves, campaign));
    fit.errors = linkErrorKinds(fit, curves);
    return fit;
}

} // namespace kneepoint::fit
