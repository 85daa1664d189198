import { p } from '../../texts/portal-texts.ts'
import { Card, FieldGrid } from '../../ui/section-page.tsx'
import { AddressFields } from '../forms/address-fields.tsx'
import { DraftArea, DraftCheck, DraftSelect, DraftText } from '../forms/draft-fields.tsx'
import { usePortal } from '../shell/portal-context.ts'

export function UserFields({ isSelf }: { isSelf: boolean }) {
  const { mayManage } = usePortal()
  return (
    <>
      <Card title={p.users.person}>
        <FieldGrid>
          <DraftText at="/first_name" label={p.users.firstName} required />
          <DraftText at="/last_name" label={p.users.lastName} />
          <DraftText at="/title" label={p.users.jobTitle} />
          <DraftText at="/birthdate" label={p.users.birthdate} type="date" />
          <DraftSelect at="/timezone" label={p.users.timezone}>
            <TimezoneOptions />
          </DraftSelect>
          <DraftText at="/primary_agent" label={p.users.agent} />
        </FieldGrid>
        <DraftArea at="/description" label={p.users.description} />
        {mayManage && !isSelf && (
          <DraftCheck at="/activated" label={p.users.enabled} hint={p.users.enabledHint} />
        )}
      </Card>
      <Card title={p.users.reach}>
        <FieldGrid>
          <DraftText at="/contacts/email" label={p.users.email} type="email" hint={p.users.emailHint} />
          <DraftText at="/contacts/phones/work" label={p.users.phones.work} type="tel" />
          <DraftText at="/contacts/phones/mobile" label={p.users.phones.mobile} type="tel" />
          <DraftText at="/contacts/phones/home" label={p.users.phones.home} type="tel" />
          <DraftText at="/contacts/phones/other" label={p.users.phones.other} type="tel" />
          <DraftText at="/contacts/fax" label={p.users.fax} type="tel" />
          <DraftText
            at="/emergency_contact_number"
            label={p.users.emergency}
            type="tel"
            hint={p.users.emergencyHint}
          />
        </FieldGrid>
      </Card>
      <Card title={p.users.address}>
        <AddressFields at="/address" building />
      </Card>
    </>
  )
}

function TimezoneOptions() {
  return (
    <>
      <option value="">{p.users.noTimezone}</option>
      {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
    </>
  )
}
