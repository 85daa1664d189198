import { useState } from 'react'
import type { CompanyPatch } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AddressFields } from '../forms/address-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { SaveBar } from '../forms/save-bar.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'
import { CallingRulesCard } from './calling-rules-card.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { ContactFields, GeneralFields, SafetyFields } from './company-fields.tsx'
import { RetentionCard } from './retention-card.tsx'

/** The company profile. Only the owner can change it. */
export function CompanyPage(_: { path: readonly string[] }) {
  const portal = usePortal()
  const [company, setCompany] = useState(portal.company)
  const draft = useDraft({
    stored: company,
    readOnly: !portal.mayManage,
    async save(patch) {
      setCompany(await portal.client.call('PATCH /company', {}, patch as CompanyPatch))
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
        <Card title={p.company.general}>
          <GeneralFields />
        </Card>
        <Card title={p.company.reach}>
          <ContactFields />
        </Card>
        <Card title={p.company.safety}>
          <SafetyFields />
        </Card>
        <Card title={p.company.address}>
          <AddressFields at="/address" building />
        </Card>
        <SaveBar draft={draft} />
      </DraftForm>
      {portal.mayManage && <CallingRulesCard />}
      {portal.role === 'owner' && <RetentionCard />}
      <CompanyFacts company={company} />
    </SectionPage>
  )
}
