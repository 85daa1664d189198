import { p } from '../../texts/portal-texts.ts'
import { SectionPage } from '../../ui/section-page.tsx'
import { DidList } from './did-list.tsx'
import { EmergencyNotice } from './emergency-notice.tsx'
import { TrunkList } from './trunk-list.tsx'

/** How the company calls outside and is called: trunks, numbers and emergency calls. */
export function TrunksPage(_: { path: readonly string[] }) {
  return (
    <SectionPage title={p.trunks.title} intro={p.trunks.intro}>
      <EmergencyNotice />
      <TrunkList />
      <DidList />
    </SectionPage>
  )
}
