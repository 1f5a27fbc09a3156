"""Names as the scripts of the world write them."""

NAMES = {
    "Cyrillic and Greek": "Олег Иванов / Γιώργος Ω",
    "Hebrew": "רחל בן-דוד & דוד כהן (2)",
    "Arabic": "محمد الأمين, ليلى",
    "Malayalam": "ശ്രീകുമാർ & കൃഷ്ണൻ",
    "Hindi": "राजेश शर्मा क्षत्रिय",
    "Bengali": "শ্রীকান্ত",
    "Tamil": "ஸ்ரீனிவாசன்",
    "Telugu": "శ్రీకాంత్",
    "Kannada": "ಶ್ರೀಧರ್",
    "Gujarati and Punjabi": "શ્રી & ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Odia and Sinhala": "ଶ୍ରୀକାନ୍ତ & සිංහල",
    "Thai, Lao, Khmer and Burmese": "สมชาย ปิ่น & ລາວ & ខ្មែរ & မြန်မာ",
    "Korean, Chinese and Japanese": "김민수 · 张伟 · 佐藤 美咲",
    "Georgian, Armenian and Amharic": "ქართული & Հայերեն & አማርኛ",
}
