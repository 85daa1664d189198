import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isMissing } from '../../api/server-mode.ts'
import type { TelephonyBody } from '../../api/telephony-api.ts'
import { DraftFields } from '../../resource/draft-fields.tsx'
import { DraftForm, SaveBar } from '../../resource/draft-form.tsx'
import { useDraft } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Card } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

type CallingRules = Required<NonNullable<TelephonyBody<'PATCH /company/calling-rules'>>>

const callingClasses = ['internal', 'national', 'international'] as const

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

function CallingRulesForm({ stored }: { stored: CallingRules }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const texts = p.company.calling
  const draft = useDraft({
    stored,
    async save({ allowed_countries: countries, ...rest }) {
      const codes = countries?.map((code) => code.toUpperCase())
      // None: all countries.
      const allowed = codes && { allowed_countries: codes.length > 0 ? codes : null }
      const changed = await client.call('PATCH /company/calling-rules', {}, { ...rest, ...allowed })
      queries.setQueryData(portalKeys.callingRules, changed)
      showToast(t.ui.saved)
    },
  })
  return (
    <DraftForm draft={draft}>
      <p>{isMissing('mail') ? texts.introWithoutMail : texts.intro}</p>
      <DraftFields
        draft={draft}
        fields={[
          {
            kind: 'row',
            fields: [
              { kind: 'number', at: '/max_calls', label: texts.maxCalls, hint: texts.noLimit },
              { kind: 'number', at: '/max_minutes', label: texts.maxMinutes, hint: texts.noLimit },
              { kind: 'list', at: '/allowed_countries', label: texts.countries, hint: texts.countriesHint },
              { kind: 'list', at: '/denied_prefixes', label: texts.denied, hint: texts.deniedHint },
              {
                kind: 'select',
                at: '/routes_class',
                label: texts.routes,
                hint: texts.routesHint,
                options: callingClasses.map((value) => ({ value, text: texts.classes[value] })),
              },
            ],
          },
          { kind: 'switch', at: '/special_rates', label: texts.specialRates, hint: texts.specialRatesHint },
        ]}
      />
      <SaveBar draft={draft} />
    </DraftForm>
  )
}

/** The classes of calls, for a select. */
export function CallingClassOptions() {
  return callingClasses.map((name) => (
    <option key={name} value={name}>
      {p.company.calling.classes[name]}
    </option>
  ))
}
