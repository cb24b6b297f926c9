/**
 * The one style sheet of all pages. System fonts, two palettes, no colour that stands alone for a
 * meaning. Its hash stands in the policy of each page, so that no other style applies.
 */

const LIGHT = `--bg:#f7f7f5;--panel:#fff;--ink:#1b1f24;--soft:#575f68;--line:#d5d8dc;--line-2:#8a929b;--link:#1a4f96;
--bad:#a1231b;--bad-bg:#fcebe9;--good:#17603a;--good-bg:#e6f4eb;--unsure:#754b00;--unsure-bg:#fcf2dc;--plain:#3b4754;--plain-bg:#eceff2;--corpus:#672c9c;--corpus-bg:#f3eafb;
--need-bg:#d6efdd;--quote-bg:#fbdad6;--rival-bg:#eadcf8;--chunk:#c3cbd4;--code:#f0f1f2`;

const DARK = `--bg:#121518;--panel:#191d21;--ink:#e4e7ea;--soft:#a0a9b2;--line:#333a42;--line-2:#6b7580;--link:#8fbcf5;
--bad:#ff9d94;--bad-bg:#3a1a17;--good:#82d8a5;--good-bg:#13301f;--unsure:#f0c46c;--unsure-bg:#32270d;--plain:#bac4ce;--plain-bg:#272d34;--corpus:#d1abf7;--corpus-bg:#2c1c3d;
--need-bg:#1c4a2e;--quote-bg:#5a221d;--rival-bg:#42295c;--chunk:#47525d;--code:#22272d`;

const FRAME = `
:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
html{font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;overflow-wrap:break-word;background:var(--bg);color:var(--ink)}
main,.top,footer{max-width:96rem;margin:0 auto;padding:0 clamp(.75rem,2vw,2rem)}
main:focus{outline:none}
.top{padding-top:.7rem;padding-bottom:.2rem;font-size:.87rem;color:var(--soft)}
footer{padding-top:1rem;padding-bottom:2rem;font-size:.87rem;color:var(--soft)}
a{color:var(--link);text-underline-offset:.15em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-100vw;top:0;background:var(--panel);padding:.5rem 1rem;z-index:1}
.skip:focus{left:0}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure{margin:0;padding:0}
h1{font-size:1.5rem;line-height:1.25;font-weight:650;overflow-wrap:anywhere}
h2{font-size:1.05rem;font-weight:650;margin:1.6rem 0 .5rem}
h3{font-size:.95rem;font-weight:650}
h4{font-size:.87rem;font-weight:600;margin-bottom:.3rem}
code,.hash{font:.86em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
code{overflow-wrap:anywhere}
.soft,.none,.facts,.item-facts,figcaption{color:var(--soft)}
.none,.live{overflow-wrap:anywhere}
.facts{font-size:.87rem;margin-bottom:.5rem}
.warn{background:var(--unsure-bg);color:var(--unsure);border-left:3px solid;padding:.35rem .7rem;margin:.5rem 0;font-size:.93rem;overflow-wrap:anywhere}
ul,ol{padding-left:1.2rem}
.aside{border-left:3px solid var(--line-2);padding:.2rem .7rem;margin:.6rem 0 0;overflow-wrap:anywhere}
`;

const PARTS = `
.badge{display:inline-block;border:1px solid;border-radius:3px;padding:0 .4em;font-weight:700;font-size:.82em;line-height:1.45;white-space:nowrap;vertical-align:.06em}
.bad{color:var(--bad)}.good{color:var(--good)}.unsure{color:var(--unsure)}.corpus{color:var(--corpus)}.plain{color:var(--plain)}
.badge.bad{background:var(--bad-bg)}.badge.good{background:var(--good-bg)}.badge.unsure{background:var(--unsure-bg)}.badge.corpus{background:var(--corpus-bg)}.badge.plain{background:var(--plain-bg)}
.tag{display:inline-block;font-size:.75rem;line-height:1.35;border:1px solid var(--line-2);border-radius:3px;padding:0 .35em;color:var(--plain);white-space:nowrap}
.tag.need,.tag.fit{color:var(--good);border-color:currentColor;font-weight:600}
.tag.rival{color:var(--corpus);border-color:currentColor}
.tag.lost{color:var(--bad);border-color:currentColor}
.head{padding:.4rem 0 .2rem}
.reason{font-weight:400;color:var(--soft)}
.headline{font-size:1.05rem;margin:.25rem 0 .6rem}
.ask>div{display:grid;grid-template-columns:5.5rem minmax(0,1fr);gap:.2rem .6rem;align-items:baseline}
.ask dt,.list dt,.wants dt{color:var(--soft);font-size:.87rem}
.strip{list-style:none;display:grid;grid-template-columns:repeat(3,1fr);gap:0;padding:0;margin:1rem 0 0;border:1px solid var(--line);border-radius:5px;background:var(--panel);overflow:hidden}
.strip li{padding:.6rem .9rem .7rem;border-left:1px solid var(--line);overflow-wrap:anywhere}
.strip li:first-child{border-left:0}
.strip h3{text-transform:capitalize}
.strip .state{font-weight:650}
.strip .symbol{display:inline-block;width:1.1em}
.strip .holds .state{color:var(--good)}
.strip .lost{background:var(--bad-bg)}.strip .lost .state{color:var(--bad)}
.strip .unknown .state{color:var(--unsure)}
.strip .suspended,.strip .none{color:var(--soft)}
.next{border-left:3px solid var(--link);padding:.1rem 0 .1rem .9rem;margin-top:1.2rem;max-width:60rem}
.next h2{margin:0 0 .2rem}
.triple{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.2fr) minmax(0,1fr);gap:1rem;align-items:start}
.triple>section{background:var(--panel);border:1px solid var(--line);border-radius:5px;padding:.8rem .9rem 1rem;min-width:0}
.triple>section>h3{margin-bottom:.3rem;font-size:1rem}
.two,.three{display:grid;gap:0 2rem;grid-template-columns:minmax(0,1fr) minmax(0,1.4fr)}
.three{grid-template-columns:repeat(3,minmax(0,1fr))}
.legend{display:flex;flex-wrap:wrap;gap:.3rem .8rem;font-size:.82rem;margin:0 0 .6rem;align-items:center}
.text{font:.84rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4;unicode-bidi:plaintext}
.ask .text,.ask mark{font-size:.93rem}
mark{color:inherit;background:none;padding:.05em 0}
mark.need{background:var(--need-bg);border-bottom:2px solid var(--good)}
mark.rival{background:var(--rival-bg);border-bottom:2px dotted var(--corpus)}
mark.quote{background:var(--quote-bg);text-decoration:underline wavy var(--bad) 1px;text-underline-offset:.2em}
mark.need.rival{border-bottom:2px double var(--good)}
.redacted{font:.76rem/1.3 system-ui,sans-serif;border:1px dashed var(--line-2);background:var(--plain-bg);color:var(--plain);border-radius:3px;padding:0 .35em;white-space:nowrap}
.hidden-char{font:.7rem/1.3 system-ui,sans-serif;border:1px solid var(--unsure);color:var(--unsure);background:var(--unsure-bg);border-radius:2px;padding:0 .2em;margin:0 1px;white-space:nowrap;unicode-bidi:isolate}
.cut-word{color:var(--bad);font-weight:600}
.cut-post{display:block;border-top:2px dashed var(--bad);color:var(--bad);font:600 .8rem/1.3 system-ui,sans-serif;margin:.35rem 0;padding-top:.15rem}
.post{display:inline-block;font:.72rem/1.3 system-ui,sans-serif;color:var(--plain);background:var(--plain-bg);border-radius:3px;padding:0 .35em;margin:.1em .35em .1em 0;unicode-bidi:isolate;overflow-wrap:anywhere;max-width:100%}
.post.need{color:var(--good);background:var(--good-bg);font-weight:600}
.post.rival{color:var(--corpus);background:var(--corpus-bg);font-weight:600}
details summary{cursor:pointer;color:var(--link);font-size:.87rem}
.fold{margin:.25rem 0;border-top:1px dotted var(--line-2);border-bottom:1px dotted var(--line-2);padding:.15rem 0}
.fold summary{font:.8rem/1.5 system-ui,sans-serif}
.items{list-style:none;padding:0}
.item{padding:.5rem 0;border-top:1px solid var(--line)}
.items>.item:first-child{border-top:0}
.item.is-need{border-left:3px solid var(--good);padding-left:.6rem}
.item.is-rival{border-left:3px dotted var(--corpus);padding-left:.6rem}
.item-head{overflow-wrap:anywhere}
.rank-no{display:inline-block;min-width:1.4em;font-variant-numeric:tabular-nums;font-weight:650}
.id{font-weight:600}
.item-facts{font-size:.78rem;overflow-wrap:anywhere}
.border-k{display:flex;align-items:center;gap:.6rem;color:var(--soft);font-size:.8rem;margin:.4rem 0}
.border-k:before,.border-k:after{content:"";border-top:2px solid var(--line-2);flex:1}
.part{border-top:1px solid var(--line);padding-top:.5rem;margin-top:.6rem}
.part h4{text-transform:none}
.part .soft{font-weight:400}
.missing li{overflow-wrap:anywhere;font-size:.9rem}
.wants div,.wants{font-size:.9rem}
.wants dd{margin-bottom:.3rem}
.wants ul{list-style:none;padding:0}
.drawing{margin:.3rem 0 .7rem}
.drawing svg{display:block;width:100%;max-width:34rem;height:auto}
figcaption{font-size:.8rem}
svg .frame{fill:var(--plain-bg);stroke:var(--line-2)}
svg .kept{fill:var(--chunk)}
svg .lost{fill:none;stroke:var(--line-2);stroke-dasharray:3 3}
svg .tick{stroke:var(--ink);stroke-width:1}
svg .part-line{stroke:var(--line-2)}
svg .end-line{stroke:var(--line-2);stroke-width:2}
svg .cut-line{stroke:var(--bad);stroke-width:2;stroke-dasharray:4 2}
svg .need-mark{fill:var(--good);stroke:var(--panel)}
svg .quote-mark{fill:var(--bad);stroke:var(--panel)}
svg .chunk{fill:var(--chunk)}
svg .chunk.part{fill:none;stroke:var(--bad);stroke-dasharray:2 2}
svg .chunk.rival{fill:var(--rival-bg);stroke:var(--corpus);stroke-dasharray:2 1}
svg text{font:11px system-ui,sans-serif;fill:var(--ink)}
svg .rank{font-size:9px}
svg .label.bad{fill:var(--bad);font-weight:600}
svg .label.soft{fill:var(--soft)}
svg .label.strong{fill:var(--good);font-weight:600}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .8rem .35rem 0;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-weight:400;font-size:.82rem;white-space:nowrap}
tbody th{font-weight:600}
th .soft{font-weight:400}
.wide-table{min-width:46rem}
td.number{font-variant-numeric:tabular-nums;white-space:nowrap}
td.fits{background:var(--good-bg)}
.matrix td{border-left:1px solid var(--line);padding-left:.5rem}
.outcome{font-weight:650;white-space:nowrap}
.outcome.holds{color:var(--good)}.outcome.diverges{color:var(--bad)}.outcome.unknown{color:var(--unsure)}.outcome.suspended{color:var(--soft)}
.pairings{list-style:none;padding:0}
.pairings li{padding:.4rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.pairings li:first-child{border-top:0}
.list div{display:grid;grid-template-columns:7.5rem minmax(0,1fr);gap:0 .6rem;padding:.18rem 0;align-items:baseline}
.list dd{overflow-wrap:anywhere;font-size:.93rem}
`;

const LIST = `
.filters{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:end;margin:.6rem 0 .8rem}
.filters label{display:grid;font-size:.8rem;color:var(--soft)}
.filters .wide{flex:1 1 16rem}
.filters [hidden]{display:none}
input,select,button{font:inherit;font-size:.93rem;color:var(--ink);background:var(--panel);border:1px solid var(--line-2);border-radius:4px;padding:.3rem .5rem;min-width:0;max-width:100%;min-height:2.1rem}
input[type=search],input[type=password]{width:100%}
button{cursor:pointer;background:var(--plain-bg);font-weight:600}
.tally{display:flex;flex-wrap:wrap;gap:.3rem .9rem;list-style:none;padding:0;margin:.2rem 0 .4rem;font-size:.9rem}
.runs td,.runs th{padding:.4rem .8rem .4rem 0}
.runs tbody tr:hover{background:var(--plain-bg)}
.runs .what{min-width:14rem;max-width:46rem;overflow-wrap:anywhere}
.runs .what a{font-weight:600}
.runs .why{color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}
.runs .when{white-space:nowrap;font-variant-numeric:tabular-nums;font-size:.85rem}
.runs .small{font-size:.87rem;overflow-wrap:anywhere}
.runs tr.gone{opacity:.75}
.pages{display:flex;flex-wrap:wrap;gap:.4rem 1rem;margin:.8rem 0;align-items:baseline}
.live{font-size:.87rem;color:var(--soft);min-height:1.5em}
.live:before{content:"";display:inline-block;width:.55em;height:.55em;border-radius:50%;background:var(--good);margin-right:.4em}
.live.off:before{background:var(--line-2)}
.signin{max-width:26rem}
.signin form{display:grid;gap:.6rem;margin-top:.8rem}
`;

const NARROW = `
@media (max-width:62rem){.triple{grid-template-columns:minmax(0,1fr)}.three,.two{grid-template-columns:minmax(0,1fr)}}
@media (max-width:40rem){
.strip{grid-template-columns:minmax(0,1fr)}
.strip li{border-left:0;border-top:1px solid var(--line)}
.strip li:first-child{border-top:0}
.ask>div{grid-template-columns:minmax(0,1fr);gap:0;margin-bottom:.3rem}
.list div{grid-template-columns:minmax(0,1fr);padding:.25rem 0}
.runs thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.runs,.runs tbody,.runs tr,.runs td{display:block}
.runs tr{border-top:1px solid var(--line);padding:.5rem 0}
.runs td,.runs th{border:0;padding:.05rem 0}
.runs .what{max-width:none;min-width:0}
.runs td.small:not(:empty),.runs .when{display:inline-block;margin-right:.8rem;color:var(--soft);font-size:.85rem}
.filters label{flex:1 1 45%}
}
`;

const OTHER = `
@media (prefers-reduced-motion:no-preference){a,button{transition:background-color .12s}}
@media (forced-colors:active){mark{forced-color-adjust:none;background:Mark;color:MarkText}.badge,.tag{border:1px solid}}
@media print{
:root{${LIGHT};--bg:#fff}
html{font-size:11px}
.skip,.filters,.pages,.live{display:none}
.triple{grid-template-columns:1fr 1.1fr .9fr;gap:.6rem}
.triple>section{border:0;border-top:1px solid var(--line);padding:.4rem 0}
.item,.strip li,tr,.drawing{break-inside:avoid}
.table{overflow:visible}
mark,.badge,svg,.strip .lost{print-color-adjust:exact;-webkit-print-color-adjust:exact}
a{color:inherit;text-decoration:none}
}
`;

export const PAGE_STYLE: string = [FRAME, PARTS, LIST, NARROW, OTHER].join('').replaceAll(/\n+/g, '\n').trim();
