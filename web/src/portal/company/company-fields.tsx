import { p } from '../../texts/portal-texts.ts'
import { FieldGrid } from '../../ui/section-page.tsx'
import { DraftArea, DraftCheck, DraftNumber, DraftText } from '../forms/draft-fields.tsx'

export function GeneralFields() {
  return (
    <>
      <FieldGrid>
        <DraftText at="/name" label={p.company.name} required />
        <DraftText at="/website" label={p.company.website} type="url" />
        <DraftNumber at="/employees" label={p.company.employees} hint={p.company.employeesHint} />
        <DraftNumber at="/revenue" label={p.company.revenue} />
      </FieldGrid>
      <DraftArea at="/description" label={p.company.description} />
      <FieldGrid>
        <DraftCheck at="/affiliate" label={p.company.affiliate} />
        <DraftCheck at="/onboarding" label={p.company.onboarding} />
      </FieldGrid>
    </>
  )
}

export function ContactFields() {
  return (
    <FieldGrid>
      <DraftText at="/email" label={p.company.email} type="email" />
      <DraftText at="/billing_email" label={p.company.billingEmail} type="email" />
      <DraftText at="/phone" label={p.company.phone} type="tel" />
      <DraftText at="/fax" label={p.company.fax} type="tel" />
    </FieldGrid>
  )
}

export function SafetyFields() {
  return (
    <FieldGrid>
      <DraftText
        at="/emergency_contact_number"
        label={p.company.emergency}
        type="tel"
        hint={p.company.emergencyHint}
      />
    </FieldGrid>
  )
}
