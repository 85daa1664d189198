import { useLayoutEffect, useMemo, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { renderedHtml } from '../rendered-html.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { enhanceContent, listenForActivation } from './enhance-content.ts'
import { renderMath } from './render-math.ts'
import './code-colours.css'
import styles from './rendered-content.module.css'

interface RenderedContentProps {
  html: string
  className?: string | undefined
}

/** Markdown that the server has rendered. */
export function RenderedContent(props: RenderedContentProps) {
  // New content is a new element, so that the changes of enhanceContent apply to it.
  return <EnhancedContent key={props.html} {...props} />
}

function EnhancedContent({ html, className }: RenderedContentProps) {
  const root = useRef<HTMLDivElement>(null)
  const { state } = useWorkspace()
  const is24Hours = useChat(({ settings }) => settings.twenty_four_hour_time)
  // Memoized: React would set another object again, and undo the changes of enhanceContent.
  const content = useMemo(() => renderedHtml(html), [html])
  useLayoutEffect(() => {
    if (!root.current) return
    const isMe = (kind: 'user' | 'group', id: string) => {
      const { me, groups } = state.get()
      if (kind === 'user') return id === '*' || Number(id) === me.userId
      return groups.get(Number(id))?.members.includes(me.userId) === true
    }
    enhanceContent(root.current, { is24Hours, isMe })
    void renderMath(root.current)
    return listenForActivation(root.current)
  }, [is24Hours, state])
  return (
    <div
      ref={root}
      className={classNames(styles.content, className)}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes what people wrote
      dangerouslySetInnerHTML={content}
    />
  )
}
