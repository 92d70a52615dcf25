import type { Chart } from './chart';

/**
 * The Atlantic coast of America and the Caribbean, with the far side of the ocean in an inset over land.
 * Corners that two areas share are sea borders; corners of one area alone lie inland, under the coast.
 */
export const dawnOfEmpire: Chart = {
  board: 'chart',
  maps: {
    main: { centre: [-76.1, 24.35], degree: 27, frame: { x: 0, y: 0, width: 1215, height: 856 } },
    east: { centre: [-14.6, 33.4], degree: 8.6, frame: { x: 22, y: 20, width: 236, height: 176 }, title: { words: 'chart.easternAtlantic', at: { x: 10, y: 20 } } },
  },
  corners: {
    // Where four areas meet nobody crosses.
    hatteras: [-71.5, 31.8], sargasso: [-70.6, 27.0],
    // East coast and ocean
    eco1: [-78.9, 34.6], eco2: [-75.6, 33.7], eco3: [-68.2, 34.9], eco4: [-65.6, 45], ecoN: [-80, 45],
    nat1: [-66.2, 32.7], natE: [-40, 34.6], natN: [-40, 45],
    mat1: [-61.5, 26.7], matE: [-40, 25.3],
    sat1: [-58.7, 20.8], sat2: [-58.4, 12.5], satS: [-57.6, 2], satE: [-40, 2],
    // Florida
    flaW: [-82.2, 30.5], flaT: [-81.2, 25.9], flaE: [-80.5, 26.5], flaN: [-81.8, 29], flaG: [-81.9, 31.6],
    kw1: [-82.6, 25.1], kw2: [-82.5, 24.1],
    blk1: [-78.0, 26.6], blk2: [-75.5, 26.9], fls1: [-77.5, 24.0],
    // Cuba, north and south of its spine
    cubM: [-81.5, 22.85], cubW: [-84.1, 22.4], cubN: [-77.9, 21.9], cubNE: [-77, 21], cubS: [-76.4, 20.25],
    cubP: [-83.4, 22.3], cubC: [-80.4, 22.25], cubE: [-78.3, 21.4], cubF: [-77.3, 20.45],
    bah1: [-76.3, 19.35], bah2: [-74.4, 19.4], bah3: [-73.7, 20.15],
    // Hispaniola
    hisN: [-72.7, 19.5], hisN2: [-71.1, 19.4], hisE: [-69.4, 18.95], hisW: [-72.5, 19.1], hisT: [-73.9, 18.3], hisT2: [-72.4, 18.55],
    hisS: [-71.2, 18.6], hisS2: [-72, 18.4], nar1: [-70.9, 21.4], nar2: [-69.9, 23.5], hisE2: [-69.4, 18.7],
    // Yucatan and Central America
    yus1: [-85.6, 22.95], yus2: [-88.2, 22.7], yucN: [-89, 20.7], yucE: [-88.9, 19.0], yucS: [-89.1, 18.2],
    nyb1: [-86.4, 19.1], nyb2: [-84.3, 20.5], syb1: [-85.2, 17.8], syb2: [-81.4, 18.5],
    jamW: [-78.1, 18.3], jamM: [-77.3, 18.15], jamE: [-76.4, 18.05], wwp1: [-76.9, 19.3], wwp2: [-75.3, 17.4],
    syb3: [-77.9, 16.3], syb4: [-81.2, 15.4], honE: [-84.3, 14.6], honS: [-88, 14.5],
    panN: [-84.6, 11], panS: [-82.5, 8.9], panM: [-79.7, 9.1], panE: [-77.7, 8.5], colS: [-73.5, 6], guaN: [-72, 11.5],
    // South America and the Antilles
    cob1: [-71.4, 13.1], cob2: [-71.0, 15.0], cob3: [-71.5, 17.1], veb1: [-67.4, 15.2],
    vebS: [-71, 6], lanS: [-62.7, 6], lanT: [-62.9, 10.4], lan1: [-63.1, 11.8], lan2: [-63.7, 14.3], lan3: [-63.9, 17.0], lan4: [-63.7, 18.75], lan5: [-60.3, 18.5],
    prpM: [-68.1, 18.75], prW: [-67.0, 18.3], prE: [-65.9, 18.3],
    // Mexico
    mexN: [-101, 34], mexS: [-101, 18.6], mexE: [-92, 16.5],
    // The inset
    eNW: [-32, 46], eNE: [-4, 46], eWm: [-32, 35.2], eM: [-13, 36.5], eCz: [-5.9, 36.7], eWs: [-32, 26.7], eS: [-20, 27.4], eCi: [-13, 28.3], eSE: [-4, 31], eSS: [-12, 20], eSW: [-32, 20],
  },
  areas: {
    nat: { rings: { main: 'eco4 eco3 hatteras nat1 natE natN', east: 'eNW eNE eCz eM eWm' }, label: [-59.6, 36.3], print: 'grand', stand: { at: [-63.6, 34.4], scale: 1, across: 4 } },
    mat: { rings: { main: 'hatteras sargasso mat1 matE natE nat1', east: 'eWm eM eCz eSE eCi eS eWs' }, label: [-60.6, 30.7], print: 'grand', stand: { at: [-66.6, 29.4], scale: 1, across: 3 } },
    sat: { rings: { main: 'mat1 sat1 sat2 satS satE matE', east: 'eWs eS eCi eSS eSW' }, label: [-56.3, 19.4], print: 'grand narrow', stand: { at: [-56.3, 16.1], scale: 1, across: 2 } },
    eco: { rings: { main: 'eco1 eco2 hatteras eco3 eco4 ecoN' }, label: [-71.0, 36.9], stand: { at: [-71.6, 34.4], scale: 1, across: 3 } },
    blk: { rings: { main: 'eco1 flaG flaN flaE blk1 blk2 sargasso hatteras eco2' }, label: [-76.9, 30.9], print: 'narrow', stand: { at: [-76.4, 28.5], scale: 1, across: 3 } },
    bah: { rings: { main: 'blk1 fls1 cubN cubNE cubS bah1 bah2 bah3 hisN hisN2 nar1 nar2 sargasso blk2' }, label: [-72.7, 22.6], stand: { at: [-73.4, 25.1], scale: 1, across: 3 } },
    nar: { rings: { main: 'sargasso mat1 sat1 lan5 lan4 prE prW prpM hisE hisN2 nar1 nar2' }, label: [-64.2, 21.5], print: 'narrow', stand: { at: [-65.3, 24.7], scale: 1, across: 4 } },
    fls: { rings: { main: 'flaT kw1 kw2 cubM cubN fls1 blk1 flaE' }, label: [-78.75, 25.45], print: 'narrow', stand: { at: [-78.8, 23.75], scale: 0.8, across: 2 } },
    gom: { rings: { main: 'mexN flaW flaT kw1 kw2 cubM cubW yus1 yus2 yucN mexE mexS' }, label: [-91.2, 24.0], stand: { at: [-91.2, 26.9], scale: 1, across: 4 } },
    yus: { rings: { main: 'cubW yus1 yus2 yucN yucE nyb1 nyb2 cubP' }, label: [-86.4, 21.6], print: 'narrow', stand: { at: [-86.1, 19.9], scale: 0.8, across: 2 } },
    nyb: { rings: { main: 'cubP cubC cubE cubF wwp1 wwp2 jamE jamM jamW syb2 syb1 yucS yucE nyb1 nyb2' }, label: [-82.7, 20.1], print: 'narrow', stand: { at: [-79.5, 19.3], scale: 0.9, across: 2 } },
    syb: { rings: { main: 'jamE jamM jamW syb2 syb1 yucS honS honE syb4 syb3' }, label: [-84.7, 16.8], print: 'narrow', stand: { at: [-81.6, 17.0], scale: 0.9, across: 3 } },
    wwp: { rings: { main: 'cubS cubF wwp1 wwp2 hisT hisT2 hisW hisN bah3 bah2 bah1' }, label: [-75.1, 18.45], print: 'narrow', stand: { at: [-73.5, 19.0], scale: 0.8, across: 1 } },
    cob: { rings: { main: 'wwp2 jamE syb3 syb4 honE panN panS panM panE colS guaN cob1 cob2 cob3 hisS hisS2 hisT' }, label: [-77.6, 13.3], print: 'narrow', stand: { at: [-74.3, 14.8], scale: 1, across: 4 } },
    prp: { rings: { main: 'hisE prpM prW prE lan4 lan3 lan2 veb1 cob2 cob3 hisS hisE2' }, label: [-65.3, 16.75], print: 'narrow', stand: { at: [-69.35, 16.75], scale: 0.9, across: 2 } },
    veb: { rings: { main: 'cob1 cob2 veb1 lan2 lan1 lanT lanS vebS guaN' }, label: [-66.0, 13.2], print: 'narrow', stand: { at: [-69.2, 13.5], scale: 0.9, across: 2 } },
    lan: { rings: { main: 'lan5 lan4 lan3 lan2 lan1 lanT lanS satS sat2 sat1' }, label: [-60.3, 12.2], print: 'narrow', stand: { at: [-60.5, 16.6], scale: 0.9, across: 2 } },
  },
  ports: {
    hr: { at: [-76.3, 36.95], caption: { dx: -10, dy: -2, anchor: 'end' }, stand: { at: [-78.9, 35.7], scale: 0.76, across: 3 } },
    kw: { at: [-81.8, 24.56], caption: { dx: -9, dy: 3, anchor: 'end' }, stand: { at: [-84.6, 27.4], scale: 0.76, across: 3 } },
    mb: { at: [-88.05, 30.6], caption: { dx: 0, dy: -22, anchor: 'middle' }, stand: { at: [-86.2, 31.7], scale: 0.76, across: 3 } },
    hv: { at: [-82.37, 23.13], caption: { dx: 9, dy: 8, anchor: 'start' }, stand: { at: [-84.2, 23.1], scale: 0.76, across: 2 } },
    ce: { at: [-80.45, 22.1], caption: { dx: -9, dy: 9, anchor: 'end' }, stand: { at: [-79.85, 20.95], scale: 0.76, across: 1 } },
    sa: { at: [-75.85, 19.98], caption: { dx: -2, dy: -21, anchor: 'start' }, stand: { at: [-77.9, 21.0], scale: 0.76, across: 2 } },
    sj: { at: [-66.1, 18.46], caption: { dx: 4, dy: -20, anchor: 'start' }, stand: { at: [-67.4, 19.5], scale: 0.76, across: 2 } },
    cz: { map: 'east', at: [-6.3, 36.5], caption: { dx: 28, dy: -21, anchor: 'end' }, stand: { at: [-13.2, 37.9], scale: 0.7, across: 2 } },
    ci: { map: 'east', at: [-14.6, 28.2], caption: { dx: 6, dy: 15, anchor: 'end' }, stand: { at: [-20.5, 31.2], scale: 0.7, across: 2 } },
    kn: { at: [-76.8, 17.95], caption: { dx: -8, dy: 14, anchor: 'end' }, stand: { at: [-77.3, 18.2], scale: 0.76, across: 1 } },
    ct: { at: [-75.5, 10.4], caption: { dx: 9, dy: 0, anchor: 'start' }, stand: { at: [-74, 9.6], scale: 0.76, across: 2 } },
    cw: { at: [-68.95, 12.15], caption: { dx: -9, dy: 4, anchor: 'end' }, stand: { at: [-70.6, 12.6], scale: 0.76, across: 1 } },
    ve: { at: [-66.95, 10.6], caption: { dx: -9, dy: 0, anchor: 'end' }, stand: { at: [-65.4, 9.9], scale: 0.76, across: 2 } },
    mq: { at: [-61.05, 14.65], caption: { dx: 9, dy: 4, anchor: 'start' }, stand: { at: [-62.5, 14.4], scale: 0.76, across: 1 } },
  },
  borders: [
    ['nat', 'eco'], ['nat', 'mat'], ['mat', 'sat'], ['mat', 'blk'], ['mat', 'nar'], ['sat', 'nar'], ['sat', 'lan'], ['eco', 'blk'],
    ['blk', 'bah'], ['blk', 'fls'], ['bah', 'fls'], ['bah', 'nar'], ['bah', 'wwp'], ['fls', 'gom'], ['gom', 'yus'], ['yus', 'nyb'],
    ['nyb', 'syb'], ['nyb', 'cob'], ['nyb', 'wwp'], ['syb', 'cob'], ['wwp', 'cob'], ['cob', 'prp'], ['cob', 'veb'], ['veb', 'prp'],
    ['veb', 'lan'], ['lan', 'nar'], ['lan', 'prp'], ['nar', 'prp'],
  ],
  lands: [
    { words: 'chart.unitedStates', at: [-84.6, 34.3], size: 18 }, { words: 'chart.mexico', at: [-97.2, 19.6], size: 15 },
  ],
};
