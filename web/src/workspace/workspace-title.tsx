import { titleCount } from '../chat/notifications/title-count.ts'
import { useChat } from '../chat/state/workspace.ts'
import type { Phones } from '../portal/shell/phones-session.tsx'
import { useDocumentTitle } from '../shell/page-title.ts'

interface WorkspaceTitleProps {
  hasChat: boolean
  phones: Phones | undefined
}

/** One number for chat and phones in the title and the icon of the browser tab. */
export function WorkspaceTitle({ hasChat, phones }: WorkspaceTitleProps) {
  const unread = phones ? phones.unread.texting + phones.unread.faxes : 0
  if (hasChat) return <ChatTitle textsAndFaxes={unread} />
  return phones ? <PhonesTitle name={phones.portal.company.name} unread={unread} /> : null
}

function ChatTitle({ textsAndFaxes }: { textsAndFaxes: number }) {
  const name = useChat((state) => state.realm.name)
  const unread = useChat((state) => titleCount(state, textsAndFaxes))
  useDocumentTitle(name, unread)
  return null
}

function PhonesTitle({ name, unread }: { name: string; unread: number }) {
  useDocumentTitle(name, unread)
  return null
}
