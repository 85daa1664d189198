import { useEffect, useState } from 'react'
import { usePortal } from '../shell/portal-context.ts'

/** An address under which the page can show a picture that needs the key. undefined: not there (yet). */
export function useObjectUrl(path: string | undefined): string | undefined {
  const { client } = usePortal()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (path === undefined) return
    const abort = new AbortController()
    let made: string | undefined
    client.file(path, { signal: abort.signal }).then(
      (blob) => {
        if (abort.signal.aborted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      // Without a picture there is still the button to download it.
      () => {},
    )
    return () => {
      abort.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [client, path])
  return url
}
