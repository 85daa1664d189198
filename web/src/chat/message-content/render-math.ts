/** Shows the TeX in a message as formulas. What renders them is loaded with the first formula. */
export async function renderMath(root: HTMLElement): Promise<void> {
  const formulas = [...root.querySelectorAll<HTMLElement>('.tex-inline, .tex-block')]
  if (formulas.length === 0) return
  const { showFormula } = await import('./show-formula.ts')
  for (const formula of formulas) showFormula(formula)
}
