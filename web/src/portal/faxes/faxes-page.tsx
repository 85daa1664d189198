import { Send } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { linkTo } from '../shell/portal-path.ts'
import { useUnreadFaxes } from '../shell/use-unread.ts'
import { FaxList } from './fax-list.tsx'
import { FaxSettings } from './fax-settings.tsx'
import { FaxView } from './fax-view.tsx'
import { SendFaxDialog } from './send-fax-dialog.tsx'

/** /portal/faxes, /portal/faxes/sent, /portal/faxes/settings, /portal/faxes/<fax> */
export function FaxesPage({ path: [place] }: { path: readonly string[] }) {
  const [sending, setSending] = useState(false)
  const unread = useUnreadFaxes()?.total ?? 0
  const isList = place === undefined || place === 'sent' || place === 'settings'
  if (!isList) return <FaxView key={place} id={place} />
  return (
    <SectionPage
      title={p.shell.sections.faxes}
      actions={
        <Button look="primary" icon={<Send />} onClick={() => setSending(true)}>
          {p.faxes.send}
        </Button>
      }
    >
      <LinkTabs
        label={p.faxes.pagesLabel}
        tabs={[
          { label: p.faxes.received, current: place === undefined, link: linkTo('faxes'), count: unread },
          { label: p.faxes.sent, current: place === 'sent', link: linkTo('faxes', 'sent') },
          { label: p.faxes.settings, current: place === 'settings', link: linkTo('faxes', 'settings') },
        ]}
      />
      {place === undefined && <FaxList key="inbound" direction="inbound" />}
      {place === 'sent' && <FaxList key="outbound" direction="outbound" />}
      {place === 'settings' && <FaxSettings />}
      {sending && <SendFaxDialog onClose={() => setSending(false)} />}
    </SectionPage>
  )
}
