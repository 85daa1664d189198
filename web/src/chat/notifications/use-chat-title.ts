import { usePageTitle } from '../../shell/page-title.ts'
import { t } from '../../texts/texts.ts'
import { type Route, useRoute } from '../narrows/route.ts'
import { type Narrow, narrowTitle } from '../state/narrow.ts'
import { useChat } from '../state/workspace.ts'

/** The open page of the chat, for the title of the browser tab. */
export function useChatTitle(narrow: Narrow | undefined): void {
  const { page } = useRoute()
  const place = useChat((state) => (narrow ? narrowTitle(narrow, state) : ''))
  usePageTitle(narrow ? place : pageTitle(page))
}

function pageTitle(page: Route['page']): string {
  if (page === 'settings' || page === 'organization' || page === 'streams') return t.notifications[page]
  if (page === 'inbox') return t.inbox.title
  return page === 'unknown' ? t.messages.noSuchPage : ''
}
