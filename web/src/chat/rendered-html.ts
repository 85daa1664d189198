interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): unknown }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/**
 * The one door by which text becomes HTML. What comes here was rendered by the server, which escapes whatever people
 * wrote; the page's policy lets no other text become HTML, so that a slip elsewhere stays text.
 */
const policy = trustedTypes?.createPolicy('switchboard', { createHTML: (html) => html })

/** For dangerouslySetInnerHTML, with HTML that the server rendered: messages, descriptions, diffs. */
export function renderedHtml(html: string): { __html: string } {
  return { __html: (policy ? policy.createHTML(html) : html) as string }
}
