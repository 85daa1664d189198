import { useEffect } from 'react'
import { t } from '../../texts/texts.ts'
import { type Narrow, narrowTitle } from '../narrows/narrow.ts'
import { useRoute } from '../shell/route.ts'
import { useChat } from '../state/workspace.ts'
import { showFavicon } from './favicon.ts'
import { titleCount } from './title-count.ts'

/** The title of the browser tab: the page, and the unread count. */
export function useDocumentTitle(narrow: Narrow | undefined): void {
  const { page } = useRoute()
  const realm = useChat((state) => state.realm.name)
  const count = useChat(titleCount)
  const place = useChat((state) => (narrow ? narrowTitle(narrow, state) : ''))
  const title = narrow ? place : pageTitle(page)
  useEffect(() => {
    const full = title === '' ? realm : `${title} – ${realm}`
    document.title = count === 0 ? full : t.notifications.titleUnread(count, full)
  }, [title, realm, count])
  useEffect(() => {
    void showFavicon(count)
  }, [count])
}

function pageTitle(page: ReturnType<typeof useRoute>['page']): string {
  if (page === 'settings' || page === 'organization' || page === 'streams') return t.notifications[page]
  if (page === 'inbox') return t.inbox.title
  return page === 'unknown' ? t.messages.noSuchPage : ''
}
