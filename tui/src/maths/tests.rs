use super::readable;

#[test]
fn formulas_of_school_papers_read_as_a_line() {
    for (tex, line) in [
        (r"\(\frac{17}{36}\)", "17/36"),
        (r"\(\frac{x+1}{2y}\)", "(x+1)/2y"),
        (r"\(3\frac{1}{4} - 1\frac{5}{6}\)", "3 1/4 - 1 5/6"),
        (r"\(\frac{1}{2}mv^2\)", "(1/2)mv²"),
        (r"\(\frac12\)", "1/2"),
        (r"\(\frac{3}{5}\times 4\)", "3/5× 4"),
        (r"\(\frac{4}{3}\pi r^3\)", "(4/3)π r³"),
        (r"$$\frac{\frac{1}{2}}{3}$$", "(1/2)/3"),
        (r"\(\frac{-b \pm \sqrt{b^2-4ac}}{2a}\)", "(-b ± √(b²-4ac))/2a"),
        (r"\(\sqrt{2}\)", "√2"),
        (r"\(\sqrt[3]{27}\)", "³√27"),
        (r"\(68^\circ\)", "68°"),
        (r"\(180^{\circ} - \theta\)", "180° - θ"),
        (r"\(f \circ g\)", "f ∘ g"),
        (r"\(x^{n+1}_{2}\)", "xⁿ⁺¹₂"),
        (r"\(2^{q}\)", "2^q"),
        (r"\(2^{qz}\)", "2^(qz)"),
        (r"\(T_{\text{max}}\)", "Tₘₐₓ"),
        (r"\(10^{-3}\)", "10⁻³"),
        (r"\(\sin\theta\cos 2x\)", "sin θ cos 2x"),
        (r"\(2\sin x\)", "2 sin x"),
        (r"\(44\,100 \text{ m s}^{-1}\)", "44 100  m s⁻¹"),
        (r"\(a \lt b \le c\)", "a < b ≤ c"),
        (r"\(\left(\frac{a}{b}\right)^{2}\)", "(a/b)²"),
        (r"\(\bar{x} = \overline{AB}\)", "x̄ = ĀB̄"),
        (r"$$\begin{pmatrix}1 & 2\\3 & 4\end{pmatrix}$$", "(1  2; 3  4)"),
        (r"\(\int_0^1 x\,dx\)", "∫₀¹ x dx"),
        (r"\(\sum_{i=1}^{n} i\)", "∑ᵢ₌₁ⁿ i"),
        (r"\(7 \equiv 2 \pmod{5}\)", "7 ≡ 2 (mod 5)"),
        (r"\(\{1, 2\} \cup A'\)", "{1, 2} ∪ A′"),
        (r"\(\unknown x\)", "unknown x"),
        (r"\(₦500 \times 3\)", "₦500 × 3"),
    ] {
        assert_eq!(readable(tex), line, "{tex}");
    }
}

#[test]
fn text_that_is_not_tex_is_kept() {
    for (tex, line) in [
        (r"\(a}b\)", "ab"),
        (r"\(\frac{a\)", "a/"),
        (r"\(^\)", ""),
        (r"\(\)", ""),
        ("\\", ""),
        (r"\text", ""),
        (r"\text{a", "a"),
        (r"\sqrt[3", "√([)3"),
    ] {
        assert_eq!(readable(tex), line, "{tex}");
    }
}

#[test]
fn nested_deeply_ends() {
    let deep = format!("\\({}x{}\\)", "{".repeat(100_000), "}".repeat(100_000));
    assert!(readable(&deep).contains('x'));
    let deep = format!("\\({}\\)", "\\sqrt".repeat(100_000));
    assert!(readable(&deep).starts_with('√'));
}
