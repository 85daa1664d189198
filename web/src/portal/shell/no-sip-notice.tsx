import { isMissing } from '../../api/server-mode.ts'
import { p } from '../../texts/portal-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { usePortal } from './portal-context.ts'

/** Says on the pages of calls and phones that nobody can call. Nothing on a server with a SIP server. */
export function NoSipNotice() {
  const { mayManage } = usePortal()
  if (!isMissing('sip')) return null
  return (
    <Notice look="warning">
      {p.overview.noSip}. {mayManage && p.overview.noSipHint}
    </Notice>
  )
}
