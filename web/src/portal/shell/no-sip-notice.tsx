import { isMissing } from '../../api/server-mode.ts'
import { p } from '../../texts/portal-texts.ts'
import { Notice } from '../../ui/notice.tsx'

/** Says that nobody can call, where phones and their connections are set up. Nothing on a server with a SIP server. */
export function NoSipNotice() {
  if (!isMissing('sip')) return null
  return (
    <Notice look="warning">
      {p.overview.noSip}. {p.overview.noSipHint}
    </Notice>
  )
}
