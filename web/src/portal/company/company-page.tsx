import type { Company, CompanyPatch } from '@switchboard/client/telephony'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DraftFields, type FieldSpec } from '../../resource/draft-fields.tsx'
import { DraftForm, SaveBar } from '../../resource/draft-form.tsx'
import { useDraft } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { addressFields } from '../forms/address-fields.ts'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { SpeechCard } from '../sounds/speech.tsx'
import { CallingRulesCard } from './calling-rules-card.tsx'
import { RecordingRulesCard } from './recording-rules-card.tsx'

/** The company profile. Only the owner can change it. */
export function CompanyPage(_: { path: readonly string[] }) {
  const portal = usePortal()
  const [company, setCompany] = useState(portal.company)
  const draft = useDraft<CompanyPatch>({
    stored: company,
    readOnly: !portal.mayManage,
    async save(patch) {
      setCompany(await portal.client.call('PATCH /company', {}, patch))
      portal.refresh()
      showToast(t.ui.saved)
    },
  })
  return (
    <SectionPage
      title={p.company.title}
      intro={p.company.intro}
      actions={
        <Badge look={company.status === 'active' ? 'success' : 'warning'}>
          {company.status === 'active' ? p.company.active : company.status}
        </Badge>
      }
    >
      {!portal.mayManage && <Notice>{p.company.readOnly}</Notice>}
      <DraftForm draft={draft}>
        {companyParts.map((part) => (
          <Card key={part} title={p.company[part]}>
            <DraftFields draft={draft} fields={companyFields()[part]} />
          </Card>
        ))}
        <SaveBar draft={draft} />
      </DraftForm>
      {portal.mayManage && <CallingRulesCard />}
      {portal.mayManage && <SpeechCard />}
      {portal.role === 'owner' && <RecordingRulesCard />}
      {portal.role === 'owner' && <RetentionCard />}
      <CompanyFacts company={company} />
    </SectionPage>
  )
}

const keptKinds = ['calls_days', 'recordings_days', 'voicemail_days', 'texts_days', 'faxes_days'] as const

/** How long calls, voicemail, texts and faxes are kept. For the owner. */
function RetentionCard() {
  const { client } = usePortal()
  const retention = useQuery({
    queryKey: portalKeys.retention,
    queryFn: ({ signal }) => client.call('GET /company/retention', {}, undefined, { signal }),
  })
  return (
    <Card title={p.company.retention.title}>
      {retention.error !== null && <ErrorState error={retention.error} onRetry={retention.refetch} />}
      {retention.isFetching && !retention.data && <LoadingState />}
      {retention.data && <RetentionForm stored={retention.data} />}
    </Card>
  )
}

/** The read-only facts of the company. */
function CompanyFacts({ company }: { company: Company }) {
  return (
    <Card title={p.company.facts}>
      <FactList>
        <Fact label={p.company.id}>
          <CopiedValue label={p.company.id} value={company.id} />
        </Fact>
        {company.partner_id && <Fact label={p.company.partner}>{company.partner_id}</Fact>}
        <Fact label={p.company.created}>
          <DateTime at={company.created} />
        </Fact>
        <Fact label={p.company.updated}>
          <DateTime at={company.updated} />
        </Fact>
      </FactList>
    </Card>
  )
}

const companyParts = ['general', 'reach', 'safety', 'address'] as const

const companyFields = (): Record<(typeof companyParts)[number], FieldSpec<CompanyPatch>[]> => ({
  general: [
    {
      kind: 'row',
      fields: [
        { at: '/name', label: p.company.name, required: true },
        { at: '/website', label: p.company.website, type: 'url' },
        { kind: 'number', at: '/employees', label: p.company.employees, hint: p.company.employeesHint },
      ],
    },
    { kind: 'area', at: '/description', label: p.company.description },
    { kind: 'switch', at: '/onboarding', label: p.company.onboarding },
    {
      kind: 'more',
      fields: [
        { kind: 'number', at: '/revenue', label: p.company.revenue },
        { kind: 'switch', at: '/affiliate', label: p.company.affiliate },
      ],
    },
  ],
  reach: [
    {
      kind: 'row',
      fields: [
        { at: '/email', label: p.company.email, type: 'email' },
        { at: '/billing_email', label: p.company.billingEmail, type: 'email' },
        { at: '/phone', label: p.company.phone, type: 'tel' },
        { at: '/fax', label: p.company.fax, type: 'tel' },
      ],
    },
  ],
  safety: [
    {
      kind: 'row',
      fields: [
        {
          at: '/emergency_contact_number',
          label: p.company.emergency,
          type: 'tel',
          hint: p.company.emergencyHint,
        },
      ],
    },
  ],
  address: [{ kind: 'row', fields: addressFields('/address', true) }],
})

interface Retention {
  calls_days: number | null
  voicemail_days: number | null
  recordings_days: number | null
  texts_days: number | null
  faxes_days: number | null
  applied_at: string | null
}

function RetentionForm({ stored }: { stored: Retention }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const texts = p.company.retention
  const draft = useDraft({
    stored,
    async save(patch) {
      queries.setQueryData(portalKeys.retention, await client.call('PATCH /company/retention', {}, patch))
      showToast(t.ui.saved)
    },
  })
  const deletesMore = keptKinds.some((name) => {
    const days = Number(draft.value(`/${name}`))
    return days > 0 && days < (stored[name] ?? Infinity)
  })
  return (
    <DraftForm draft={draft} onSubmit={() => (deletesMore ? setAsks(true) : void draft.submit())}>
      <p>{texts.intro}</p>
      <DraftFields
        draft={draft}
        fields={[
          {
            kind: 'row',
            fields: [
              { kind: 'number', at: '/calls_days', label: texts.calls, unit: texts.days, hint: texts.hint },
              {
                kind: 'number',
                at: '/recordings_days',
                label: texts.recordings,
                unit: texts.days,
                hint: texts.recordingsHint,
              },
              {
                kind: 'number',
                at: '/voicemail_days',
                label: texts.voicemail,
                unit: texts.days,
                hint: texts.hint,
              },
            ],
          },
          {
            kind: 'row',
            fields: [
              { kind: 'number', at: '/texts_days', label: texts.texts, unit: texts.days, hint: texts.hint },
              { kind: 'number', at: '/faxes_days', label: texts.faxes, unit: texts.days, hint: texts.hint },
            ],
          },
        ]}
      />
      {stored.applied_at && (
        <p>
          {texts.applied} <DateTime at={stored.applied_at} />
        </p>
      )}
      <SaveBar draft={draft} />
      {asks && (
        <ConfirmDialog
          title={texts.confirmTitle}
          confirm={texts.confirm}
          // The form shows what is wrong.
          onConfirm={() => draft.submit()}
          onClose={() => setAsks(false)}
        >
          {texts.confirmText}
        </ConfirmDialog>
      )}
    </DraftForm>
  )
}
