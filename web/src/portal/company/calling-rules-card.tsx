import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TelephonyBody } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Card, FieldGrid } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { DraftCheck, DraftNumber, DraftSelect, DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { SaveBar } from '../forms/save-bar.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

type CallingRulesPatch = NonNullable<TelephonyBody<'PATCH /company/calling-rules'>>
type CallingRules = Required<CallingRulesPatch>

/** What the company may call outside, and how much. For owners and administrators. */
export function CallingRulesCard() {
  const { client } = usePortal()
  const rules = useQuery({
    queryKey: portalKeys.callingRules,
    queryFn: ({ signal }) => client.call('GET /company/calling-rules', {}, undefined, { signal }),
  })
  return (
    <Card title={p.company.calling.title}>
      {rules.error !== null && <ErrorState error={rules.error} onRetry={rules.refetch} />}
      {rules.isFetching && !rules.data && <LoadingState />}
      {rules.data && <CallingRulesForm stored={rules.data} />}
    </Card>
  )
}

const words = (text: unknown) =>
  String(text)
    .split(/[\s,;]+/)
    .filter((word) => word !== '')

function CallingRulesForm({ stored }: { stored: CallingRules }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const texts = p.company.calling
  const draft = useDraft({
    // Lists are written as text.
    stored: {
      ...stored,
      allowed_countries: (stored.allowed_countries ?? []).join(', '),
      denied_prefixes: stored.denied_prefixes.join(', '),
    },
    async save({ allowed_countries: countries, denied_prefixes: prefixes, ...rest }) {
      const body = {
        ...rest,
        ...(countries !== undefined && {
          allowed_countries: words(countries).length > 0 ? words(String(countries).toUpperCase()) : null,
        }),
        ...(prefixes !== undefined && { denied_prefixes: words(prefixes) }),
      }
      const changed = await client.call('PATCH /company/calling-rules', {}, body as CallingRulesPatch)
      queries.setQueryData(portalKeys.callingRules, changed)
      showToast(t.ui.saved)
    },
  })
  return (
    <DraftForm draft={draft}>
      <p>{texts.intro}</p>
      <FieldGrid>
        <DraftNumber at="/max_calls" label={texts.maxCalls} hint={texts.noLimit} />
        <DraftNumber at="/max_minutes" label={texts.maxMinutes} hint={texts.noLimit} />
        <DraftText at="/allowed_countries" label={texts.countries} hint={texts.countriesHint} />
        <DraftText at="/denied_prefixes" label={texts.denied} hint={texts.deniedHint} />
        <DraftSelect at="/routes_class" label={texts.routes} hint={texts.routesHint}>
          <CallingClassOptions />
        </DraftSelect>
      </FieldGrid>
      <DraftCheck at="/special_rates" label={texts.specialRates} hint={texts.specialRatesHint} />
      <SaveBar draft={draft} />
    </DraftForm>
  )
}

/** The classes of calls, for a select. */
export function CallingClassOptions() {
  return (['internal', 'national', 'international'] as const).map((name) => (
    <option key={name} value={name}>
      {p.company.calling.classes[name]}
    </option>
  ))
}
