"""First rounds of cyclic individual movements, by seats at a table and number of players.

Written as "2+5 v 3+4; ...", or, from our own search, in letters: "BE-CD" is 2+5 v 3+4, A is 1, a is
27; a table of three is "A-B-C". Who is not named sits out. cycle.py says how the later rounds
follow; the tests enumerate every movement.

Four seats: up to 16 players the checked lines of formats.md section 5 (whist designs of I. Anderson
and others; jdawiseman.com; durangobill.com). From 17 on our own search: 4k and 4k + 1 players are
once the partner and twice the opponent of everybody; 4k + 2 and 4k + 3 at most once the partner
(with 22, 30 and 38 some twice: it cannot be otherwise where the next numbers are the next to sit
out), once or twice the opponent. Three, six and eight seats: as even as the search made them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from league.play.rounds.drawing.movement_facts import Facts

NINE = (
    "2+3 v 4+7; 5+9 v 6+8",
    "3+1 v 5+8; 6+7 v 4+9",
    "1+2 v 6+9; 4+8 v 5+7",
    "5+6 v 7+1; 8+3 v 9+2",
    "6+4 v 8+2; 9+1 v 7+3",
    "4+5 v 9+3; 7+2 v 8+1",
    "8+9 v 1+4; 2+6 v 3+5",
    "9+7 v 2+5; 3+4 v 1+6",
    "7+8 v 3+6; 1+5 v 2+4",
)

BASES: dict[int, dict[int, str]] = {
    3: {
        4: "D-C-B",
        5: "E-D-C",
        6: "F-E-D C-B-A",
        7: "E-C-B D-G-F",
        8: "H-D-G F-E-C",
        9: "I-B-F C-H-A D-G-E",
        10: "D-E-I J-B-H F-C-G",
        11: "E-F-J K-C-I G-D-H",
        12: "L-F-I B-J-A C-H-D G-E-K",
        13: "I-J-G M-K-E H-C-D F-L-B",
        14: "E-D-M K-I-N C-J-G H-F-L",
        15: "O-E-J K-H-D M-I-A B-C-N L-G-F",
        16: "F-P-D I-K-H M-L-C E-J-N B-G-O",
        17: "C-F-M J-K-E L-D-H G-I-O P-N-Q",
        18: "R-Q-B O-H-G I-C-L J-D-N K-P-M A-E-F",
        19: "J-E-D B-Q-K G-I-P N-F-R L-O-M S-C-H",
        20: "T-Q-R L-H-S K-D-P G-E-J M-I-C O-F-N",
        21: "U-P-N G-F-S D-M-H O-E-I C-K-J A-R-L T-Q-B",
        22: "C-I-H N-R-K M-V-S E-O-G U-L-T P-B-D F-J-Q",
        23: "S-W-H T-F-U Q-P-K G-D-N E-I-V R-O-M J-L-C",
        24: "X-M-G B-P-C H-A-J R-T-U V-Q-K E-L-I D-W-O F-S-N",
        25: "B-G-O U-L-J S-W-H N-M-K I-D-P F-V-C R-Y-Q X-T-E",
        26: "H-G-U W-F-X M-Q-O K-P-E R-V-D T-N-Y J-C-Z I-S-L",
        27: "a-Z-C B-J-I W-Y-N G-L-D O-E-X R-H-V K-Q-M F-S-T U-A-P",
        28: "L-X-B K-I-G W-b-T R-Z-a H-V-M J-Q-D F-C-S U-N-Y O-E-P",
        29: "c-N-D G-S-a E-b-W P-F-C U-I-V Y-J-Q R-T-M Z-X-O H-L-K",
        30: "d-F-Z I-a-D N-R-W Q-b-B K-C-X J-V-T P-M-L Y-H-O S-U-E G-A-c",
        31: "I-L-E N-Q-V W-O-D P-c-e C-U-G d-K-T R-Y-S M-H-B X-J-Z b-F-a",
        32: "T-Z-M W-b-e d-S-D Q-P-X O-a-E U-J-H c-K-Y N-R-I L-f-C V-G-F",
        33: "g-I-G N-C-T P-B-Z M-H-c O-K-X U-F-L Y-R-b J-Q-E S-a-e f-A-d W-V-D",
        34: "N-b-F U-E-Y P-K-B a-S-T Q-G-V R-d-c e-g-L W-J-M I-C-Z H-X-O h-D-f",
        35: "N-b-f I-G-R P-O-F J-C-Y W-T-U X-E-L e-h-Z d-V-Q M-g-S a-D-H i-K-c",
        36: "j-S-M E-T-Q O-f-P I-D-e U-c-d R-V-H F-K-i g-N-Z b-G-X C-L-A J-Y-W a-B-h",
        37: "d-B-L i-j-V U-D-k N-K-H I-R-J G-a-f X-h-S W-e-c P-T-E C-g-Q O-Z-b Y-M-F",
        38: "i-d-e a-F-c Y-g-I T-V-L U-C-O S-h-P Q-W-X f-G-b j-J-E l-N-K Z-M-D R-k-H",
        39: "m-k-f R-Q-g N-i-M H-E-C X-J-L Z-l-T j-W-c A-V-K P-G-d D-O-h U-b-Y S-a-I e-F-B",
        40: "I-a-g B-V-i j-D-Y c-F-d n-M-E e-b-C W-K-U R-m-f Q-S-H h-L-k Z-P-T l-G-X O-N-J",
    },
    4: {
        4: "4+1 v 2+3",
        5: "2+5 v 3+4",
        6: "2+3 v 4+6",
        7: "3+5 v 4+7",
        8: "8+1 v 2+4; 3+7 v 5+6",
        10: "6+2 v 1+8; 3+4 v 5+7",
        11: "5+7 v 9+10; 8+3 v 6+2",
        12: "12+1 v 2+4; 3+10 v 7+8; 5+11 v 6+9",
        13: "2+5 v 3+8; 4+13 v 7+9; 6+12 v 10+11",
        14: "11+5 v 7+4; 2+6 v 3+8; 1+13 v 9+10",
        15: "1+15 v 9+13; 11+14 v 4+10; 5+12 v 3+8",
        16: "16+1 v 2+3; 4+7 v 10+12; 5+14 v 9+13; 6+11 v 8+15",
        17: "NQ-BK JL-DE CG-FP IO-HM",
        18: "CQ-MP HR-FG EK-IN DO-JL",
        19: "GN-DL IM-ER HK-JO QS-FP",
        20: "ST-KR AJ-CP HM-DE BQ-LO GI-FN",
        21: "CO-DG NT-BP MU-HS JL-EI QR-FK",
        22: "MV-OQ GS-JP KN-CR FT-HL DU-EI",
        23: "GJ-MO EU-PT FL-HV RS-IQ DN-KW",
        24: "HX-GO BR-EN SV-KQ IJ-AL DF-MW CU-PT",
        25: "HR-DW UX-GT MV-FJ BY-EL OP-IN KS-CQ",
        26: "DL-SY KZ-CF QU-GX IP-EJ MW-NO HV-RT",
        27: "LX-JQ GO-FI NY-HR KM-Ua DZ-VW PT-ES",
        28: "ab-AJ RS-EL DF-BO TW-KQ GV-CN IM-HY UZ-PX",
        29: "RY-Eb BS-DN CF-Xc KT-GI HV-OW Pa-JZ LM-QU",
        30: "LQ-Kc UY-NW EX-JM Gd-CT IO-FP Zb-HV Da-RS",
        31: "DP-Xc RT-Ka SY-Wd Qb-GO EF-Ue IL-HZ JN-MV",
        32: "Xf-RS Qa-Fe BU-Db EN-HW Ad-Ic KP-CT LY-JM VZ-GO",
        33: "BE-Je QV-KS MX-Wf UY-DT NO-Hb LZ-Cd Fc-Ia Gg-PR",
        34: "CG-MY OX-KZ Dd-FV NQ-ch Ef-Lg HR-IW SU-JP Te-ab",
        35: "Yg-Sf DG-Li KU-HI Vb-PT EX-NW Qe-Fh Jd-OZ MR-ac",
        36: "Fj-WX Jh-DT Bc-CM SV-GP IO-KR Nf-AU bg-LZ Ya-EQ Hd-ei",
        37: "BC-DI Qg-LR fi-Nc Pa-EX JS-bj dh-FZ KU-Ge MY-Wk HO-TV",
        38: "bj-Jl DK-Ti EY-IL fk-Qh Ud-MX Oa-CZ Ge-FV NP-Hg RS-Wc",
        39: "GT-Wh bj-OV RU-Pd Fa-IJ eg-fl KZ-Qk Lc-NS HX-Dm MY-Ei",
        40: "An-Na Gb-RW DS-Bm JP-QX Vl-Zk HY-Ke hi-EM FT-LO Cf-Ud cg-Ij",
    },
    6: {
        7: "DFG-BCE",
        8: "CEF-DGH",
        9: "DFG-EHI",
        10: "GIJ-EFH",
        11: "GJK-FHI",
        12: "AGL-BCJ DIK-EFH",
        13: "EJM-BDK CIL-FGH",
        14: "CGJ-HKM FLN-DEI",
        15: "DGI-EMN FHL-JKO",
        16: "HMO-GJK FNP-EIL",
        17: "IJM-KNP FGL-HOQ",
        18: "AOR-BCG FMQ-HJP IKN-DEL",
        19: "CJP-FHI GKO-LQS DEN-BMR",
        20: "DMQ-GLO CKR-JNP EFH-IST",
        21: "DKO-FRS GHL-JMU EQT-INP",
        22: "EJK-HPT FIO-GNR QSV-LMU",
        23: "NPS-GKR IOT-LUV FHW-JMQ",
        24: "FUX-NOQ AHL-MRV CPW-BKS DEJ-GIT",
        25: "CVY-JQW EIT-KLU FHM-BDP GOX-NRS",
        26: "IMR-HTV NWX-CFU LPS-JOZ DKQ-EGY",
        27: "KSX-JQU PVW-LOa EGM-HYZ INR-DFT",
        28: "EWY-MRS GNa-HJQ FIT-KVZ LPb-OUX",
        29: "RTa-KUc HNb-IVZ JOW-FGY QSX-LMP",
        30: "NSd-ATW OQZ-BJc KXb-CIU PVY-DER FMa-GHL",
        31: "JPQ-EGa Lbe-WYd IMV-FRU BHc-DNO CTZ-KSX",
        32: "COW-UYZ GJP-KRf ETa-HLN FIb-MXc DQS-Vde",
        33: "IWX-Hbe EMP-GVZ NUd-TYg LSc-DJf FRa-KOQ",
        34: "Fef-RVh KYc-GLN SZa-QTd JUX-EPg IOb-HMW",
        35: "PSi-QXe IZh-GMg JOT-WYc Fab-RVd KLN-HUf",
        36: "agj-NXf HSV-Zcd FKh-BLY DEM-GWb JQU-IOi PRe-ACT",
        37: "FHO-CPV Rcf-LNe bgj-DEd MSi-IQZ BWa-KXh GJk-TUY",
        38: "Qab-LPj dek-IVY HJf-OSh FWi-CEg GTl-DMU KNZ-RXc",
        39: "ELW-Yij Xbk-NVc Qef-Fam Mdg-IKh GSl-JPZ DHU-ORT",
        40: "HNj-Sfg IMc-QTl ELk-Kbm GXe-UWZ OYh-Vdi PRa-FJn",
    },
    8: {
        8: "BDEH-ACFG",
        9: "BDEI-CFGH",
        10: "CDHJ-EFGI",
        11: "DFGK-EHIJ",
        12: "EFHL-GIJK",
        13: "FHIM-GJKL",
        14: "IJLN-GHKM",
        15: "HJKO-ILMN",
        16: "CJLP-BDFG EKNO-AHIM",
        17: "DFMO-GHKL BENQ-CIJP",
        18: "GHMP-CJOQ EFIR-DKLN",
        19: "DGHM-FJRS EIKP-LNOQ",
        20: "LPRS-EHMN FKOT-GIJQ",
        21: "GLNR-HQTU FMPS-IJKO",
        22: "GLRT-JMPQ HIKU-NOSV",
        23: "MPQW-IKNV HJOS-LRTU",
        24: "CTUX-ADHP GNOQ-EIRW BFLS-JKMV",
        25: "JQVX-CIOY FNRW-EPST KLMU-BDGH",
        26: "EPQZ-OSVY CHTU-GKMR FIWX-DJLN",
        27: "GLPX-DFHS KTUa-EJRY INOQ-MVWZ",
        28: "OSYb-FGNW ELMP-IKVa HJRX-QTUZ",
        29: "MWXa-GLRT JKPS-HOQc NUYZ-FIVb",
        30: "LMOU-HNXc IVYZ-GKSd JQab-PRTW",
        31: "KRSV-MPWc JOXe-HNYa IZbd-LQTU",
        32: "FGMf-AQSd IKLe-BHPb COYc-ENUX RVWZ-DJTa",
        33: "COWX-JYcg GHIK-BLSb PUad-EMRe DNZf-FQTV",
        34: "OPTa-DNRW HJUc-CIKY Eefh-MSVb LZdg-FGQX",
        35: "Qcgh-FTdi EIKe-PYab DLUW-MNSZ HORV-GJXf",
        36: "EGPT-KNQg OWah-HMbi IJfj-RUce FLVd-SXYZ",
        37: "Xahi-FQdj LPbg-JKMU HNZe-ORVk GIWf-STYc",
        38: "MPWd-Sabf GJVk-NTjl HKLY-UZeg IOXh-QRci",
        39: "Ocel-TWYi NUab-KLhm PSXk-QZfj IMVg-HJRd",
        40: "FUen-AJLg Xbjk-RTWc IPVZ-MOlm DEHa-BGSh CNfi-KQYd",
    },
}


# --- How often players were partners and opponents, and what it costs that they are so again ---
# Players are numbered from 0 here. The cost of a pair is a sum of squares, so that a second time
# costs more than a first and a third more than a second: most for partners, then for opponents,
# and a little for sitting together at all. Whole numbers only: the same on every machine.

Ints: TypeAlias = NDArray[np.int64]
Tables: TypeAlias = list[list[list[int]]]  # the players of each side of each table

PARTNERS, OPPONENTS, TOGETHER = 40, 4, 1
APART = 100_000  # keeping a pair apart outweighs any number of repeats


@dataclass(slots=True)
class Company:
    """Square tables: times as partners, times as opponents, and 1 for pairs to keep apart."""

    partners: Ints
    opponents: Ints
    apart: Ints

    @classmethod
    def of(cls, players: Sequence[str], facts: Facts, avoid: Iterable[frozenset[str]]) -> "Company":
        index = {player: place for place, player in enumerate(players)}
        counts = (dict.fromkeys(avoid, 1), facts.partners, facts.opponents)
        apart, partners, opponents = (
            np.zeros((len(players), len(players)), dtype=np.int64) for _ in counts
        )
        for square, times in zip((apart, partners, opponents), counts, strict=True):
            for pair, count in times.items():
                if pair <= index.keys():
                    one, other = (index[player] for player in pair)
                    square[one, other] = square[other, one] = count
        return cls(partners, opponents, apart)

    def copy(self) -> "Company":
        return Company(self.partners.copy(), self.opponents.copy(), self.apart)

    def add(self, tables: Tables) -> None:
        """Add a round, given as the players of each side of each table, all of one size."""
        self._count(np.array(tables, dtype=np.int64), 1)

    def add_round(self, here: Ints, at: Ints, sides: int, by: int = 1) -> None:
        """Add a round in which player here[i] is on side at[i], counted through all tables."""
        size = len(at) // (int(at.max()) + 1)
        self._count(here[np.argsort(at, kind="stable")].reshape(-1, sides, size), by)

    def _count(self, seated: Ints, by: int) -> None:
        """Count the players of `seated[table, side, place]`: at no two tables is the same pair."""
        tables, sides, size = seated.shape
        side_of = np.repeat(np.arange(sides), size)
        together = side_of[:, None] == side_of
        chairs = seated.reshape(tables, -1)
        for square, wanted in ((self.partners, together), (self.opponents, ~together)):
            one, other = np.nonzero(wanted)
            apart = one != other
            square[chairs[:, one[apart]], chairs[:, other[apart]]] += by

    def prices(self) -> tuple[Ints, Ints]:
        """Return what it costs more that two are partners once more, or opponents."""
        together = TOGETHER * (2 * (self.partners + self.opponents) + 1) + APART * self.apart
        partners = PARTNERS * (2 * self.partners + 1) + together
        opponents = OPPONENTS * (2 * self.opponents + 1) + together
        np.fill_diagonal(partners, 0)
        np.fill_diagonal(opponents, 0)
        return partners, opponents

    def cost(self) -> int:
        met = self.partners + self.opponents
        squares = PARTNERS * self.partners**2 + OPPONENTS * self.opponents**2 + TOGETHER * met**2
        return int(squares.sum() + 2 * APART * (met * self.apart).sum()) // 2

    def least_cost(self) -> int:
        """Return a cost below which none can come that has as many meetings in all."""
        pairs = len(self.partners) * (len(self.partners) - 1) // 2
        total = 0
        for weight, square in (
            (PARTNERS, self.partners),
            (OPPONENTS, self.opponents),
            (TOGETHER, self.partners + self.opponents),
        ):
            each, more = divmod(int(square.sum()) // 2, pairs)
            total += weight * (each**2 * (pairs - more) + (each + 1) ** 2 * more)
        return total
