import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { useConnection } from '../state/workspace.ts'

/** A restart of the server takes a moment. Only longer interruptions are shown. */
const QUIET_MS = 3000

export function ConnectionNotice() {
  const connection = useConnection()
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (connection === 'online') {
      setLate(false)
      return
    }
    const timer = setTimeout(() => setLate(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [connection])
  return (
    <span role="status">
      {late && (
        <Badge look="warning">
          <CloudOff size={14} />
          {t.sidebar.offline}
        </Badge>
      )}
    </span>
  )
}
