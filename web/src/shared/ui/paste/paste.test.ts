import { describe, expect, it } from 'vitest'
import { readPaste } from './paste'

const clipboard = (html: string, more: Record<string, string> = {}, files: File[] = []) => ({
  getData: (type: string) => (type === 'text/html' ? html : (more[type] ?? '')),
  files: files as unknown as FileList,
})
const pasted = (html: string) =>
  readPaste(clipboard(html))?.html.replace(/\s+/g, ' ').replaceAll('&amp;', '&').trim()

/** As Word writes an equation on the clipboard: OMML in a comment, and a picture of it. */
const equation = (omml: string) =>
  `<p class=MsoNormal>Solve <!--[if gte msEquation 12]><m:oMath>${omml}</m:oMath><![endif]--><![if !msEquation]><img src="file:///C:/x/clip_image001.png"><![endif]> now</p>`
const r = (text: string) =>
  `<i style='mso-bidi-font-style:normal'><span><m:r>${text}</m:r></span></i>`

describe('equations of Word', () => {
  it.each([
    [
      'a fraction',
      `<m:f><m:fPr><m:ctrlPr/></m:fPr><m:num>${r('a')}</m:num><m:den>${r('2b')}</m:den></m:f>`,
      '\\frac{a}{2b}',
    ],
    ['a power', `<m:sSup><m:e>${r('x')}</m:e><m:sup>${r('2')}</m:sup></m:sSup>`, 'x^2'],
    [
      'a long power',
      `<m:sSup><m:e>${r('ab')}</m:e><m:sup>${r('n+1')}</m:sup></m:sSup>`,
      '{ab}^{n+1}',
    ],
    ['an index', `<m:sSub><m:e>${r('x')}</m:e><m:sub>${r('10')}</m:sub></m:sSub>`, 'x_{10}'],
    [
      'a square root',
      `<m:rad><m:radPr><m:degHide m:val="on"/></m:radPr><m:deg/><m:e>${r('x')}</m:e></m:rad>`,
      '\\sqrt{x}',
    ],
    ['a cube root', `<m:rad><m:deg>${r('3')}</m:deg><m:e>${r('x')}</m:e></m:rad>`, '\\sqrt[3]{x}'],
    [
      'a sum',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup><m:e>${r('i')}</m:e></m:nary>`,
      '∑_{i=1}^n i',
    ],
    [
      'brackets',
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${r('x')}</m:e></m:d>`,
      '\\left[x\\right]',
    ],
    [
      'a function',
      `<m:func><m:fName><m:r><m:rPr><m:sty m:val="p"/></m:rPr>sin</m:r></m:fName><m:e>${r('θ')}</m:e></m:func>`,
      '\\sin θ',
    ],
    [
      'a limit',
      `<m:func><m:fName><m:limLow><m:e><m:r>lim</m:r></m:e><m:lim>${r('x→0')}</m:lim></m:limLow></m:fName><m:e>${r('f')}</m:e></m:func>`,
      '\\lim _{x→0}f',
    ],
    [
      'a vector',
      `<m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr><m:e>${r('v')}</m:e></m:acc>`,
      '\\vec{v}',
    ],
    [
      'a matrix',
      `<m:m><m:mr><m:e>${r('1')}</m:e><m:e>${r('0')}</m:e></m:mr><m:mr><m:e>${r('0')}</m:e><m:e>${r('1')}</m:e></m:mr></m:m>`,
      '\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}',
    ],
    ['words', `<m:r><m:rPr><m:nor/></m:rPr>if x</m:r>`, '\\text{if x}'],
    ['signs of LaTeX', r('50%'), '50\\%'],
  ])('take over %s', (_, omml, tex) => {
    expect(pasted(equation(omml))).toBe(`<p class="MsoNormal">Solve \\(${tex}\\) now</p>`)
  })

  it('stand on a line of their own where Word has them so', () => {
    const html = `<!--[if gte msEquation 12]><m:oMathPara><m:oMath>${r('x')}</m:oMath></m:oMathPara><![endif]-->`
    expect(pasted(`<p>${html}</p>`)).toContain('$$x$$')
  })

  it('are reported if they cannot be read, and keep their text', () => {
    const read = readPaste(clipboard(equation(`<m:future>${r('x')}</m:future>`)))
    expect(read?.lost.formulas).toBe(1)
    expect(read?.html).toContain('Solve x now')
  })
})

describe('MathML', () => {
  it.each([
    ['<math><mfrac><mn>1</mn><mi>x</mi></mfrac></math>', '\\(\\frac{1}{x}\\)'],
    [
      '<math display="block"><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math>',
      '$$\\sqrt{x+1}$$',
    ],
    ['<math><msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup></math>', '\\(a_i^2\\)'],
    [
      '<math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi></math>',
      '\\(∑_{i=1}^ni\\)',
    ],
    ['<math><mi>sin</mi><mi>x</mi></math>', '\\(\\sin x\\)'],
    ['<math><mover><mi>x</mi><mo>¯</mo></mover></math>', '\\(\\overline{x}\\)'],
    ['<math><mfenced open="|" close="|"><mi>x</mi></mfenced></math>', '\\(\\left|x\\right|\\)'],
    [
      '<math><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable></math>',
      '\\(\\begin{matrix}a & b\\end{matrix}\\)',
    ],
    [
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">\\displaystyle x_0</annotation></semantics></math>',
      '\\(\\displaystyle x_0\\)',
    ],
  ])('%s is %s', (html, text) => {
    expect(pasted(html)).toBe(text)
  })

  it('takes the place of the letters and pictures that pages show beside it', () => {
    const katex =
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span>'
    expect(pasted(`<p>Let ${katex} be</p>`)).toBe('<p>Let \\(x^2\\) be</p>')
    const wiki =
      '<span class="mwe-math-element"><span><math><mi>y</mi></math></span><img src="https://wikimedia.org/x.svg"></span>'
    expect(pasted(wiki)).toBe('\\(y\\)')
  })

  it('is read from the plain text that Word copies', () => {
    const text =
      '<?xml version="1.0"?><mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>'
    expect(readPaste(clipboard('', { 'text/plain': text }))?.html).toContain('\\(x^2\\)')
  })
})

describe('lists of Word', () => {
  const item = (marker: string, text: string, level = 1) =>
    `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp;&nbsp;</span></span><![endif]>${text}</p>`

  it('become lists, with the lists inside them', () => {
    const html = `<p>Steps</p>${item('1.', 'One')}${item('a)', 'Deep', 2)}${item('2.', 'Two')}<p>End</p>`
    expect(pasted(html)).toBe(
      '<p>Steps</p><ol><li><p>One</p><ol><li><p>Deep</p></li></ol></li><li><p>Two</p></li></ol><p>End</p>',
    )
  })

  it('keep their bullets and the number that they start with', () => {
    expect(pasted(item('·', 'Dot') + item('·', 'Dot'))).toBe(
      '<ul><li><p>Dot</p></li><li><p>Dot</p></li></ul>',
    )
    expect(pasted(item('3.', 'Three'))).toBe('<ol start="3"><li><p>Three</p></li></ol>')
  })
})

describe('pictures', () => {
  const png = '89504e470d0a1a0a'
  const rtf = `{\\rtf1{\\*\\shppict{\\pict{\\*\\picprop}\\picw1\\pngblip\\bliptag1{\\*\\blipuid 00ff}\n${png}\n}}{\\nonshppict{\\pict\\wmetafile8 0100}}}`

  it('of Word are those of the RTF beside it', async () => {
    const html = '<p class=MsoNormal><img src="file:///C:/clip_image002.png"></p>'
    const read = readPaste(clipboard(html, { 'text/rtf': rtf }))
    const file = read?.pictures[0]?.from as File
    expect(file.type).toBe('image/png')
    expect(file.size).toBe(png.length / 2)
    expect(read?.html).toContain(`uploadid="${read?.pictures[0]?.id}"`)
  })

  it('are a hundred at most', () => {
    const read = readPaste(clipboard('<img src="https://lh3.example/x">'.repeat(101)))
    expect(read?.pictures).toHaveLength(100)
    expect(read?.html.match(/<img/g)).toHaveLength(100)
  })

  it('are asked for where the clipboard does not hold them', () => {
    const read = readPaste(
      clipboard('<p>A<img src="file:///C:/a.png">B<img src="file:///C:/b.png"></p>', {
        'text/rtf': rtf,
      }),
    )
    expect(read?.pictures.map(({ from }) => from)).toEqual([null, null])
  })

  it('are read from data addresses, fetched from other hosts, and left where they are ours', () => {
    const read = readPaste(
      clipboard(
        `<img src="data:image/png;base64,${btoa('png')}"><img src="https://lh3.example/x"><img src="/uploads/ab12.png">`,
      ),
    )
    const [own, other, ...more] = read?.pictures ?? []
    expect((own?.from as File | undefined)?.type).toBe('image/png')
    expect(other?.from).toBe('https://lh3.example/x')
    expect(more).toEqual([])
    expect(read?.html).toContain('<img src="/uploads/ab12.png">')
    expect(read?.html).not.toContain('lh3.example')
  })
})

it('leaves no empty paragraph around a picture that stands alone', () => {
  expect(pasted('<p>A</p><p><img src="/uploads/a1.png"> </p><p>B</p>')).toBe(
    '<p>A</p><img src="/uploads/a1.png"><p>B</p>',
  )
})

it('reports drawings and videos, and leaves plain text to the editor', () => {
  expect(readPaste(clipboard('<p>A<svg></svg><video></video></p>'))?.lost.objects).toBe(2)
  expect(readPaste(clipboard('<p>Only <b>words</b></p>'))).toBeNull()
  expect(readPaste(clipboard('', { 'text/plain': 'a < b' }))).toBeNull()
})
